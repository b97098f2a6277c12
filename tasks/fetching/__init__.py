"""Fetching as a polite reader does: robots.txt, turns at hosts, guarded addresses, bounds. Shared by news and events."""
