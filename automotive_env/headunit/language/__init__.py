"""The languages of the head unit: apps write English, tables say it otherwise."""
