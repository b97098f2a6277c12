"""Models under test answer a release; each answer gets a status."""
