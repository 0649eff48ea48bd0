"""What the tasks of several files share."""
