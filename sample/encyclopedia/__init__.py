"""An invented encyclopedia with year pages in wikitext, and the invented newspapers that it cites, served over loopback."""
