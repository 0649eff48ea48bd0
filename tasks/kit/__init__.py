"""What tasks of a subject share."""
