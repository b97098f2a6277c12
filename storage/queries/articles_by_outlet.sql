-- Articles by outlet and category over a range of days
-- $first (optional): first day, such as 2026-11-01
-- $last (optional): last day
SELECT outlet, category, count(*) AS versions, count(DISTINCT article_id) AS articles, count(DISTINCT day) AS days,
  median(word_count)::BIGINT AS median_words, any_value(redistribution) AS redistribution
FROM articles
WHERE day >= coalesce($first, '') AND day <= coalesce($last, '9')
GROUP BY outlet, category
ORDER BY articles DESC, outlet, category
