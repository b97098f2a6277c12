"""What every stage that handles quiz questions shares: folding of texts, dates, languages, and reading JSON out of replies."""
