"""The app "settings": its screens in `app.py`, and the parts that only they use."""
