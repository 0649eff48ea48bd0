"""What the records of runs come to: statistics, comparisons and tables."""
