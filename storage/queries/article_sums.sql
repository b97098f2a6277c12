-- For each evaluation of a release what its interval is made from: answers, right ones, articles, and the sums of squares over articles
-- $release_id: the release
WITH clusters AS (
  SELECT evaluation_id, coalesce(nullif(cluster_id, ''), article_id) AS cluster, count(*) AS n, count(*) FILTER (status = 'right') AS r
  FROM answers
  WHERE release_id = $release_id
  GROUP BY ALL
)
SELECT evaluation_id, sum(n)::BIGINT AS answers, sum(r)::BIGINT AS "right", count(*) AS articles, sum(r * r)::DOUBLE AS rr, sum(r * n)::DOUBLE AS rn,
  sum(n * n)::DOUBLE AS nn
FROM clusters
GROUP BY evaluation_id
ORDER BY evaluation_id
