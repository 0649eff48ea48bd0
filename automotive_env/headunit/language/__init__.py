"""The languages of the head unit: apps are written in English, tables hold the translations."""
