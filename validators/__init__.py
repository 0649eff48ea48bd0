"""Signals, and the checks that read them."""

if __name__ != "automotive_env.validators":
    raise ImportError("this folder cannot be imported as validators; it is the package automotive_env.validators")
