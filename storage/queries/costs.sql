-- Calls, tokens and USD of one run by stage and model; usd is of the calls whose price is known
-- $run_id: the run
SELECT purpose, model, count(*) AS calls, count(*) FILTER (status = 'failed') AS failed, sum(prompt_tokens)::BIGINT AS prompt_tokens,
  sum(cached_tokens)::BIGINT AS cached_tokens, sum(completion_tokens)::BIGINT AS completion_tokens, sum(cost) AS usd,
  count(*) FILTER (cost IS NULL) AS unpriced_calls, round(median(latency_ms), 1) AS median_ms
FROM calls
WHERE run_id = $run_id
GROUP BY ALL
ORDER BY purpose, model
