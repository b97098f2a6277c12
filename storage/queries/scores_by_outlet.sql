-- Outcomes of one evaluation by outlet and category of the article
-- $evaluation_id: the evaluation
SELECT q.outlet, q.category, count(*) AS questions, count(*) FILTER (a.status = 'right') AS "right",
  round(avg((a.status = 'right')::INT), 4) AS accuracy, count(*) FILTER (a.status NOT IN ('right', 'wrong')) AS not_answered
FROM answers a JOIN questions q ON q.release_id = a.release_id AND q.question_id = a.question_id
WHERE a.evaluation_id = $evaluation_id
GROUP BY ALL
ORDER BY questions DESC, q.outlet, q.category
