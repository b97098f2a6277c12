-- What became of each feed's entries in a run
-- $run_id: the run
SELECT feed_id, outlet, count(*) AS entries, count(*) FILTER (fate = 'kept') AS kept, count(*) FILTER (fate = 'dropped') AS dropped,
  count(*) FILTER (fate = 'dropped' AND reason <> 'outside_window') AS dropped_in_window
FROM entries
WHERE run_id = $run_id
GROUP BY feed_id, outlet
ORDER BY feed_id, outlet
