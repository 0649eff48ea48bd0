"""docs/papers.md: the claims of the papers, one by one, with what is here and the test behind each."""
