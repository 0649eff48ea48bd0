"""What a run leaves behind: records, metrics, statistics, tables and the report page."""
