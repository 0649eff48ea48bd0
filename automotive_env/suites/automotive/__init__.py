"""The tasks of this benchmark as a suite: planning, playing and proving them."""
