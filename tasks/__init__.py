"""The tasks of the benchmark."""

if __name__ != "automotive_env.tasks":
    raise ImportError("this folder cannot be imported as tasks; it is the package automotive_env.tasks")
