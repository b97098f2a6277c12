-- USD and tokens by day (UTC) and model, all runs and evaluations
-- $first (optional): first day, such as 2026-11-01
-- $last (optional): last day
SELECT strftime(started::DATE, '%Y-%m-%d') AS day, model, count(*) AS calls, sum(prompt_tokens)::BIGINT AS prompt_tokens,
  sum(completion_tokens)::BIGINT AS completion_tokens, sum(cost) AS usd, count(*) FILTER (cost IS NULL) AS unpriced_calls
FROM calls
WHERE started::DATE >= coalesce($first, '0001-01-01')::DATE AND started::DATE <= coalesce($last, '9999-12-31')::DATE
GROUP BY started::DATE, model
ORDER BY day, model
