-- Accuracy over all questions of each model by release, without and with the article (its latest evaluation of each); never over two signatures
-- $form (optional): multiple_choice (if not given) or open_ended
SELECT release_id, model, provider_model, baseline, openness, size_billion, decoding,
  arg_max(round("right" / nullif(questions, 0), 4), finished) FILTER (setting = 'no_context') AS no_context,
  arg_max(round("right" / nullif(questions, 0), 4), finished) FILTER (setting = 'oracle') AS oracle,
  arg_max(questions - "right" - wrong, finished) FILTER (setting = 'no_context') AS no_context_unanswered,
  arg_max(questions - "right" - wrong, finished) FILTER (setting = 'oracle') AS oracle_unanswered,
  sum(cost) AS usd, any_value(signature) AS signature
FROM evaluations
WHERE form = coalesce($form, 'multiple_choice')
GROUP BY release_id, model, provider_model, baseline, openness, size_billion, decoding
ORDER BY release_id, oracle DESC NULLS LAST, model
