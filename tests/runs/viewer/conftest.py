"""Runs that were never played, for the viewer; tests in a browser are collected where there is one."""

from automotive_env.scripts.browser import CHROMIUM

collect_ignore = [] if CHROMIUM else ["test_viewer_accessibility.py", "test_viewer_in_browser.py"]
