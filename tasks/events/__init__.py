"""The events benchmark: year pages of an encyclopedia, their events, and the documents that these cite."""
