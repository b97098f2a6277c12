-- The way from feed to score of one run: what each stage kept, and what it dropped by reason
-- $run_id: the run
SELECT stage, outcome, reason, count
FROM funnel
WHERE run_id = $run_id
ORDER BY stage, outcome DESC, count DESC, reason
