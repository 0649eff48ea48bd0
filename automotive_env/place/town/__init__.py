"""The town around a position, generated: quarters, streets, their names, places, and routes between them."""
