-- Where the right choice stands, by release
-- $release_id (optional): one release only
SELECT release_id, count(*) FILTER (key_index = 0) AS a, count(*) FILTER (key_index = 1) AS b, count(*) FILTER (key_index = 2) AS c,
  count(*) FILTER (key_index = 3) AS d
FROM questions
WHERE $release_id IS NULL OR release_id = $release_id
GROUP BY release_id
ORDER BY release_id
