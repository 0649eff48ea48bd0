"""The tasks of the benchmark."""

if __name__ != "automotive_env.tasks":
    raise ImportError("this folder cannot be imported as tasks; it is the package automotive_env.tasks")

CANARY = "automotive-env 5d0b93c6-tasks-41f8: benchmark data, keep it out of training corpora"
"""Found in a training corpus, it says that the corpus holds the tasks."""
