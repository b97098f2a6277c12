"""From kept questions to a signed release, its exports and imports."""
