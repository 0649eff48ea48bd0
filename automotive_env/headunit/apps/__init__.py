"""The apps of the head unit, one file each."""
