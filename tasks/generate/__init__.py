"""From an article to candidate questions."""
