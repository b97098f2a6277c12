-- All calls that a release and its scores stand on, by stage and model, whichever run paid them; usd is of the calls whose price is known
-- $release_id: the release
-- $run_id: the run that made it
-- $scope: the ledger scope of its questions, such as news-2026-11-30
WITH used AS (
  SELECT call_digest FROM candidates WHERE run_id = $run_id
  UNION SELECT call_digest FROM verdicts WHERE run_id = $run_id
)
SELECT purpose, model, count(*) AS calls, count(*) FILTER (status <> 'ok') AS not_ok,
  count(*) FILTER (scope = $scope AND run_id <> $run_id) AS of_other_runs, coalesce(sum(prompt_tokens), 0)::BIGINT AS prompt_tokens,
  coalesce(sum(cached_tokens), 0)::BIGINT AS cached_tokens, coalesce(sum(completion_tokens), 0)::BIGINT AS completion_tokens,
  coalesce(sum(cost::DECIMAL(38, 12)), 0)::DOUBLE AS usd, count(*) FILTER (cost IS NULL AND status <> 'failed') AS unpriced_calls
FROM calls
WHERE scope IN ($scope, 'evaluate-' || $release_id) AND (scope <> $scope OR run_id = $run_id OR digest IN (SELECT call_digest FROM used))
GROUP BY purpose, model
ORDER BY purpose, model
