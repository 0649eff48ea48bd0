"""The app "phone": its screens in `app.py`, and the parts that only they use."""
