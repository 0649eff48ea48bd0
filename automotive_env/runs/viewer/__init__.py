"""One page to look through runs: served on this machine, written as a folder, or as one file that can be sent."""
