"""Play README's commands in many surroundings, and print what failed where.

    python -m automotive_env.scripts.steady --rounds 3
    python -m automotive_env.scripts.steady --only idle --only random --command test --tests tests/place

Each round has a fresh copy of the checkout and a clean environment. The folder `--out` gets `steady.json` and the output of each
round. A surrounding that this machine cannot provide is skipped, with the reason. Ends with 1 if anything failed. Installing
needs the network.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from automotive_env.scripts.rounds.playing import CommandRound, RoundOptions, play
from automotive_env.scripts.rounds.surroundings import SURROUNDINGS, CannotProvide, RoundCommand, Surrounding, pythons
from automotive_env.scripts.rounds.table import table

ROOT = Path(__file__).resolve().parent.parent
COMMANDS: tuple[RoundCommand, ...] = ("run", "test")


def main(
    rounds: Annotated[int, typer.Option(min=1, help="Play each command N times in each surrounding.")] = 1,
    only: Annotated[list[str] | None, typer.Option(help="A surrounding to play in; may be repeated (default: all).")] = None,
    command: Annotated[Literal["run", "test", "both"], typer.Option(help="Which of README's commands.")] = "both",
    tests: Annotated[str, typer.Option(help="Arguments to add to the test command, such as tests/place.")] = "",
    play_arguments: Annotated[
        str, typer.Option("--play", help="Arguments to add to the run command, such as '--tasks hvac.too_hot'.")
    ] = "",
    python: Annotated[list[Path] | None, typer.Option(help="Another interpreter to play with; may be repeated.")] = None,
    user: Annotated[str, typer.Option(help="Ordinary user to play as if root starts this.")] = "nobody",
    minutes: Annotated[float, typer.Option(help="Minutes that an installation, and the command after it, may take.")] = 30.0,
    reuse: Annotated[bool, typer.Option("--reuse", help="Install once for each Python and user, not in each round.")] = False,
    checkout: Annotated[Path, typer.Option(help="The checkout to copy.")] = ROOT,
    out: Annotated[Path, typer.Option(help="Folder for steady.json and the output of each round.")] = Path("runs/steady"),
) -> None:
    """Play README's commands in many surroundings, and print what failed where."""
    try:
        chosen = choose([*SURROUNDINGS, *pythons(python or [])], only or [])
    except (CannotProvide, ValueError) as wrong:
        raise typer.BadParameter(str(wrong)) from None
    out.mkdir(parents=True, exist_ok=True)
    played: list[CommandRound] = []
    with tempfile.TemporaryDirectory(prefix="steady-") as work:
        Path(work).chmod(0o755)  # for the ordinary user
        options = RoundOptions(
            checkout.resolve(), Path(work).resolve(), out.resolve(), tests, play_arguments, 60 * minutes, user, reuse
        )
        for number in range(1, rounds + 1):
            for surrounding in chosen:
                for name in COMMANDS if command == "both" else (command,):
                    if name in surrounding.commands:
                        played.append(play(surrounding, name, number, options))
                        _tell(played[-1])
                        report = json.dumps(list(map(asdict, played)), indent=1) + "\n"
                        (out / "steady.json").write_text(report, encoding="utf-8", newline="\n")
    print(*table(played), sep="\n")
    raise SystemExit(1 if any(one.outcome == "failed" for one in played) else 0)


def choose(all_of_them: Sequence[Surrounding], names: Sequence[str]) -> list[Surrounding]:
    """The surroundings with these names, or all of them.

    Raises:
        ValueError: there is none of such a name.
    """
    known = {one.name: one for one in all_of_them}
    if strange := [name for name in names if name not in known]:
        raise ValueError(f"no surrounding is named {strange[0]!r}; choose from {', '.join(known)}")
    return [known[name] for name in names or known]


def _tell(one: CommandRound) -> None:
    what = f"{one.surrounding}, {one.command}, round {one.number}: {one.outcome}"
    print(f"{what}, {one.wall:.0f} s" if one.outcome == "passed" else f"{what}: {one.reason}", flush=True)


if __name__ == "__main__":
    typer.run(main)
