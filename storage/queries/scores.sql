-- Every evaluation of a release with its outcomes; accuracy over all questions and over answered ones
-- $release_id: the release
SELECT evaluation_id, model, provider_model, baseline, setting, form, questions, "right", wrong, refused, unparsed, truncated, failed,
  round("right" / nullif(questions, 0), 4) AS accuracy, round("right" / nullif("right" + wrong, 0), 4) AS accuracy_answered,
  cost AS usd, decoding, signature, finished
FROM evaluations
WHERE release_id = $release_id
ORDER BY setting, form, accuracy DESC, model
