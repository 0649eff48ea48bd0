"""Experience that agents can be given: kept in a folder, found again by what a user says."""
