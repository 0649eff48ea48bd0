"""The console script `automotive-env`, and `python -m automotive_env`. Little is imported before Ctrl-C is handled."""

from __future__ import annotations

INTERRUPTED = 130
"""Exit status of a process that Ctrl-C ends, as shells know it."""


def main() -> None:
    """Run a command; Ctrl-C ends it without a traceback, also while modules are imported."""
    try:
        from automotive_env.cli import main as run

        run()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
