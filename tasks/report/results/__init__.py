"""Results of a release: the scores as stored, each table and figure of the paper in a file of its own, and the leaderboard over releases."""
