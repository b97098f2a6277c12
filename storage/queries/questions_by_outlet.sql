-- Questions of a release by outlet and category
-- $release_id: the release
SELECT outlet, category, language, count(*) AS questions, count(open_answer) AS open_ended, count(DISTINCT article_id) AS articles
FROM questions
WHERE release_id = $release_id
GROUP BY ALL
ORDER BY questions DESC, outlet, category, language
