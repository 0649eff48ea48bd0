"""What other packages add: agents, models, suites, tasks, context providers and prompts."""
