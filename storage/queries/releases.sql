-- All releases, the newest first
SELECT release_id, subject, period, made, questions, open_ended, articles, usd, signature
FROM releases
ORDER BY made DESC, release_id
