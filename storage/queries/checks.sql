-- What each check of a run's candidate questions found
-- $run_id: the run
SELECT judge, "check", count(*) AS judged, count(*) FILTER (NOT passed) AS failed, round(avg((NOT passed)::INT), 4) AS failed_share
FROM verdicts
WHERE run_id = $run_id
GROUP BY ALL
ORDER BY failed DESC, judge, "check"
