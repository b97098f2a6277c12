-- Every verdict of every judge on the open-ended answers of a release
-- $release_id: the release
SELECT judging_id, evaluation_id, question_id, verdict
FROM judgements
WHERE release_id = $release_id
ORDER BY judging_id, question_id
