-- Rank of the first right article that each retriever found for each question of a release: any copy of the article, and the article itself
-- $release_id: the release
SELECT retriever, days, question_id, min(rank) FILTER ("right") AS first_right, min(rank) FILTER (own) AS first_own
FROM retrieval_hits
WHERE release_id = $release_id
GROUP BY retriever, days, question_id
ORDER BY retriever, days, question_id
