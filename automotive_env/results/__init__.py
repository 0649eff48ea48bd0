"""What a run leaves behind: records, metrics, statistics and tables."""
