"""The folder of a run: its files, records and manifest."""
