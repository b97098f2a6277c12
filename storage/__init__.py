"""The lake: tables, releases, signatures, and the catalog that queries them."""
