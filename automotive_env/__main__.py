"""`python -m automotive_env` is `automotive-env`."""

from automotive_env.cli import main

if __name__ == "__main__":
    main()
