-- The last evaluation of each model without and with the article on every release and signature; one of all questions stands above one of a sample
-- $form (optional): multiple_choice (if not given) or open_ended
SELECT release_id, evaluation_id, model, baseline, size_billion, setting, form, questions, "right", signature, finished, sample
FROM evaluations
WHERE form = coalesce($form, 'multiple_choice') AND setting IN ('no_context', 'oracle') AND questions > 0
QUALIFY row_number() OVER (PARTITION BY release_id, model, setting, signature ORDER BY sample = '' DESC, finished DESC, evaluation_id DESC) = 1
ORDER BY release_id, model, setting
