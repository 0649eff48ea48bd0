"""Making knowledge: from what is right in the training split of a suite, and from what agents did right."""
