-- Outcome of every answer of a release, and whether its likeliest choice is the right one (null where no log-probabilities are stored)
-- $release_id: the release
SELECT evaluation_id, question_id, coalesce(nullif(cluster_id, ''), article_id) AS cluster, status, context_cut, expected_index, picked_index,
  CASE WHEN len(choice_logprobs) > 0 THEN list_position(choice_logprobs, list_max(choice_logprobs)) - 1 = expected_index END AS likeliest_right
FROM answers
WHERE release_id = $release_id
ORDER BY evaluation_id, question_id
