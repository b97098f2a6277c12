-- All runs, the newest first
SELECT run_id, flow, day, moment, status, detail, release_id, started, noted
FROM runs
ORDER BY started DESC, run_id
