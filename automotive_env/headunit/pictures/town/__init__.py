"""A procedurally generated, endless town: the same coordinates give the same streets, houses and names in every process."""
