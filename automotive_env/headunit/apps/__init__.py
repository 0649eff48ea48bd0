"""The apps of the head unit, one file each, or a folder with an `app.py` and the parts that only it uses."""
