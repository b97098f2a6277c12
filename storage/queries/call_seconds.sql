-- How long the calls to each model took: the median over stored calls that were answered
SELECT model, median(latency_ms) / 1000 AS seconds, count(*) AS calls
FROM calls
WHERE status IN ('ok', 'truncated') AND latency_ms > 0
GROUP BY model
ORDER BY model
