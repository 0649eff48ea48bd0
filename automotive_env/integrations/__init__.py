"""Adapters to other tools, one module or package each. They use `automotive_env.task_environment` alone and add no rules."""
