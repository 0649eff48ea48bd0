"""What stands for the accessibility service: trees, selectors, and the server that uiautomator2 talks to."""
