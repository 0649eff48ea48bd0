"""System UI around and over the apps: bars, notifications, calls, keyboard, lock-out."""
