-- Articles of each day: how many, by how many outlets, and how long
-- $first (optional): first day, such as 2026-11-01
-- $last (optional): last day
SELECT day, count(*) AS versions, count(DISTINCT article_id) AS articles, count(DISTINCT cluster_id) AS clusters,
  count(DISTINCT outlet) AS outlets, sum(word_count)::BIGINT AS words, median(word_count)::BIGINT AS median_words
FROM articles
WHERE day >= coalesce($first, '') AND day <= coalesce($last, '9')
GROUP BY day
ORDER BY day
