"""People in the loop: studies of a release's quality and correctness, audits of judges, and what follows from them."""
