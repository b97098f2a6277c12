"""WHAT runs, when, in which order: flows, the command line, settings and wiring."""
