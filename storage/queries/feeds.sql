-- What each feed of a run answered
-- $run_id: the run
SELECT feed_id, outlet, status, reason, http_status, entries, in_window, round(elapsed_ms) AS ms
FROM feed_fetches
WHERE run_id = $run_id
ORDER BY status, feed_id
