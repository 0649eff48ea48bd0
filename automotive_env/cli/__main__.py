"""`python -m automotive_env.cli` is `automotive-env`."""

from automotive_env.cli import main

main()
