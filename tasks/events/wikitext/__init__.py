"""Year pages in wikitext to events with dates and references. mwparserfromhell reads the markup; what a page of a year means is read here."""
