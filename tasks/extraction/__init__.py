"""From a page's bytes to a text that passed the gates, read in worker processes. Shared by news and events."""
