"""`python -m automotive_env.run` is `automotive-env run`."""

from __future__ import annotations

from automotive_env.cli import exit_status, make_app
from automotive_env.cli.run import run


def main() -> None:
    """Run the command."""
    with exit_status():
        make_app(run)(prog_name="python -m automotive_env.run")


if __name__ == "__main__":
    main()
