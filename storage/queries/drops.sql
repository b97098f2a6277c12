-- Why things were dropped, over all runs of a range of days
-- $first (optional): first day, such as 2026-11-01
-- $last (optional): last day
SELECT f.stage, f.reason, sum(f.count)::BIGINT AS dropped, count(DISTINCT f.run_id) AS runs
FROM funnel f JOIN runs r USING (run_id)
WHERE f.outcome = 'dropped' AND r.day >= coalesce($first, '') AND r.day <= coalesce($last, '9')
GROUP BY ALL
ORDER BY f.stage, dropped DESC, f.reason
