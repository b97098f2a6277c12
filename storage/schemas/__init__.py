"""The floor: records, Arrow schemas, identifiers, clock and errors."""
