"""Large runs: an index of the finished episodes, from which lists, tables and comparisons open without reading every record."""
