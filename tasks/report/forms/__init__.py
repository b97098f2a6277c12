"""The forms of a table: HTML is in the page's templates, Markdown, CSV and LaTeX are here."""
