-- Accuracy of every evaluation of all releases with the sums over articles that its interval is made from; a release is one signature
-- $form (optional): multiple_choice (if not given) or open_ended
WITH clusters AS (
  SELECT release_id, evaluation_id, coalesce(nullif(cluster_id, ''), article_id) AS cluster, count(*) AS n, count(*) FILTER (status = 'right') AS r
  FROM answers
  WHERE form = coalesce($form, 'multiple_choice') AND setting IN ('no_context', 'oracle')
  GROUP BY ALL
), sums AS (
  SELECT release_id, evaluation_id, sum(n)::BIGINT AS counted, sum(r)::BIGINT AS right_ones, count(*) AS clusters, sum(r * r)::DOUBLE AS rr,
    sum(r * n)::DOUBLE AS rn, sum(n * n)::DOUBLE AS nn
  FROM clusters
  GROUP BY ALL
)
SELECT e.release_id, e.evaluation_id, e.model, e.baseline, e.size_billion, e.openness, e.setting, e.form, e.questions, e."right", e.signature, e.finished,
  s.counted, s.right_ones, s.clusters, s.rr, s.rn, s.nn
FROM evaluations e LEFT JOIN sums s USING (release_id, evaluation_id)
WHERE e.form = coalesce($form, 'multiple_choice') AND e.setting IN ('no_context', 'oracle')
QUALIFY row_number() OVER (PARTITION BY e.release_id, e.model, e.setting, e.signature ORDER BY e.finished DESC, e.evaluation_id DESC) = 1
ORDER BY e.release_id, e.model, e.setting
