-- Answers of each evaluation of a release by article (near-copies count as one): what intervals are made from
-- $release_id: the release
SELECT evaluation_id, coalesce(nullif(cluster_id, ''), article_id) AS cluster, count(*) AS questions,
  count(*) FILTER (status = 'right') AS "right", count(*) FILTER (status IN ('right', 'wrong')) AS answered,
  count(*) FILTER (context_cut) AS cut
FROM answers
WHERE release_id = $release_id
GROUP BY evaluation_id, cluster
ORDER BY evaluation_id, cluster
