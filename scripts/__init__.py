"""Longer jobs, run by hand or by night."""

if __name__ != "automotive_env.scripts":
    raise ImportError("this folder cannot be imported as scripts; it is the package automotive_env.scripts")
