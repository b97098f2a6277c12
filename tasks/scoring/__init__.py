"""Statistics of scores that several stages need: intervals by article, the guess line, preferences for a position."""
