"""Why episodes failed: one primary type of error each, by a rule from the records, or as a model judges."""
