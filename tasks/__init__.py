"""HOW one stage works: plain functions; Prefect only in each stage's ``steps``."""
