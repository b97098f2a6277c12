"""From feeds to a day's snapshot of articles."""
