-- Which position each evaluation of a release picked, by the position of the right choice
-- $release_id: the release
SELECT evaluation_id, expected_index, picked_index, count(*) AS answers
FROM answers
WHERE release_id = $release_id AND picked_index IS NOT NULL
GROUP BY evaluation_id, expected_index, picked_index
ORDER BY evaluation_id, expected_index, picked_index
