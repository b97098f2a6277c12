"""Pages and tables from stored data."""
