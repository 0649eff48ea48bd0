"""Adapters to other tools, one module or package each. They use `episode.task_environment` alone and add no rules."""
