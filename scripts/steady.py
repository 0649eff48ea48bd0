"""Play README's commands in many surroundings, and print what failed where.

    python -m automotive_env.scripts.steady --rounds 3
    python -m automotive_env.scripts.steady --only idle --only random --command test --tests tests/geo

Each round has a fresh copy of the checkout and a clean environment. The folder `--out` gets `steady.json` and the output of each
round. A surrounding that this machine cannot provide is skipped, with the reason. Ends with 1 if anything failed. Installing
needs the network.
"""

from __future__ import annotations

import json
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from automotive_env.scripts.readme_commands import (
    ReadmeCommand,
    Timed,
    copy_checkout,
    failed_tests,
    give_to,
    python_folder,
    read_only,
    timed,
)
from automotive_env.scripts.surroundings import (
    SURROUNDINGS,
    CannotProvide,
    Command,
    Surrounding,
    clean_environment,
    network_cut,
    pythons,
    switch_user,
)

ROOT = Path(__file__).resolve().parent.parent
COMMANDS: tuple[Command, ...] = ("run", "test")
PIP_FILES = (".config/pip", ".pip")
"""Where pip keeps what a user has configured, below the home folder."""


@dataclass(frozen=True, slots=True)
class Options:
    """What holds for all rounds.

    Attributes:
        checkout: whose README is read and which is copied.
        work: folder for the copies.
        out: folder for the output of each round.
        tests: arguments that are added to the test command.
        play: arguments that are added to the run command.
        seconds: for the installation, and again for the play.
        user: an ordinary user.
        reuse: whether a virtual environment is made once and kept for later rounds.
    """

    checkout: Path
    work: Path
    out: Path
    tests: str = ""
    play: str = ""
    seconds: float = 1_800.0
    user: str = "nobody"
    reuse: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """What became of a command that was played once in a surrounding.

    Attributes:
        surrounding: its name.
        command: of README.
        number: of the round, from 1.
        outcome: of the round.
        reason: why it was skipped, or at which step and how it failed.
        failed: ids of the tests that failed.
        installed: seconds of the installation by the clock; 0 where an earlier one was taken over.
        wall: seconds of the play by the clock.
        cpu: seconds of the play that its processes were computing.
    """

    surrounding: str
    command: Command
    number: int
    outcome: Literal["passed", "failed", "skipped"]
    reason: str = ""
    failed: tuple[str, ...] = ()
    installed: float = 0.0
    wall: float = 0.0
    cpu: float = 0.0


def play(surrounding: Surrounding, command: Command, number: int, options: Options) -> Round:
    """Play one of README's commands once."""
    blank = Round(surrounding.name, command, number, "passed")
    try:
        return _played(blank, surrounding, options)
    except CannotProvide as reason:
        return replace(blank, outcome="skipped", reason=str(reason))


def _played(blank: Round, surrounding: Surrounding, options: Options) -> Round:
    """Prepare a checkout, install, and play.

    Raises:
        CannotProvide: this machine lacks what the surrounding needs.
    """
    as_user = switch_user(options.user) if surrounding.as_user else []
    cut_off = network_cut() if surrounding.offline else []
    readme = ReadmeCommand.read((options.checkout / "README.md").read_text(encoding="utf-8"), blank.command)
    place = options.work / "-".join((blank.command, *_special(surrounding)))
    if not options.reuse:
        shutil.rmtree(place, ignore_errors=True)
    checkout = place / surrounding.folder
    copy_checkout(options.checkout, checkout)
    environment = {**_environment(surrounding, place, bool(as_user)), **surrounding.variables}
    if as_user:
        give_to(options.user, place)
    log = options.out / f"{blank.surrounding}-{blank.command}-{blank.number}.log"
    log.write_bytes(b"")

    def step(command: str, prefix: Sequence[str]) -> Timed:
        return timed([*prefix, "bash", "-euo", "pipefail", "-c", command], checkout, environment, log, options.seconds)

    installed = 0.0
    if not (options.reuse and (checkout / ".venv").exists()):
        installation = step(readme.installation, as_user)
        installed = installation.wall
        if installation.status != 0:
            shutil.rmtree(checkout / ".venv", ignore_errors=True)
            return replace(blank, outcome="failed", reason=f"installation: {_ending(installation, options)}", installed=installed)
    more = shlex.join(surrounding.tests) if blank.command == "test" else ""
    narrow = options.tests if blank.command == "test" else options.play
    with read_only(checkout) if surrounding.read_only else nullcontext(), surrounding.beside(checkout):
        done = step(" ".join(filter(None, (readme.play, more, narrow))), [*cut_off, *as_user])
    failed = tuple(failed_tests(log.read_text(encoding="utf-8", errors="replace")))
    return replace(
        blank,
        outcome="passed" if done.status == 0 else "failed",
        reason="" if done.status == 0 else _ending(done, options),
        failed=failed,
        installed=installed,
        wall=done.wall,
        cpu=done.cpu,
    )


def _special(surrounding: Surrounding) -> Iterator[str]:
    """What a virtual environment depends on: surroundings that agree in it may share one."""
    if surrounding.python:
        yield surrounding.name
    if surrounding.as_user:
        yield "user"
    if surrounding.read_only:
        yield "read-only"


def _environment(surrounding: Surrounding, place: Path, as_user: bool) -> dict[str, str]:
    """The variables of a command, with a home of its own for another user and the chosen Python first on the PATH."""
    environment = clean_environment()
    if as_user:
        home = place / "home"
        home.mkdir(exist_ok=True)
        for name in PIP_FILES:
            if (configured := Path.home() / name).is_dir():
                shutil.copytree(configured, home / name, dirs_exist_ok=True)
        environment["HOME"] = str(home)
    if surrounding.python:
        environment["PATH"] = f"{python_folder(surrounding.python, place / 'bin')}:{environment['PATH']}"
    return environment


def _ending(done: Timed, options: Options) -> str:
    return f"stopped after {options.seconds / 60:g} min" if done.status is None else f"exit status {done.status}"


def table(rounds: Sequence[Round]) -> Iterator[str]:
    """A table in Markdown: a row for each surrounding and command; below it, what failed."""
    yield "| surrounding | command | rounds | failed | install s | wall s | CPU s |"
    yield "|---|---|--:|--:|--:|--:|--:|"
    cells = dict.fromkeys((one.surrounding, one.command) for one in rounds)
    for surrounding, command in cells:
        of_cell = [one for one in rounds if (one.surrounding, one.command) == (surrounding, command)]
        played = [one for one in of_cell if one.outcome != "skipped"]
        failed = sum(one.outcome == "failed" for one in played)
        times = (_range(one.installed for one in played if one.installed), *(_range(map(key, played)) for key in (_wall, _cpu)))
        yield f"| {surrounding} | {command} | {len(played)} | {failed if played else '-'} | {' | '.join(times)} |"
    yield ""
    for one in rounds:
        if one.outcome != "passed":
            yield f"{one.surrounding}, {one.command}, round {one.number}: {one.outcome}: {one.reason}"
            yield from (f"  {test}" for test in one.failed)


def _wall(one: Round) -> float:
    return one.wall


def _cpu(one: Round) -> float:
    return one.cpu


def _range(seconds: Iterable[float]) -> str:
    whole = sorted(round(one) for one in seconds)
    if not whole:
        return "-"
    return f"{whole[0]}" if whole[0] == whole[-1] else f"{whole[0]}-{whole[-1]}"


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often each command is played in each surrounding.")] = 1,
    only: Annotated[list[str] | None, typer.Option(help="A surrounding to play; may be repeated; all without it.")] = None,
    command: Annotated[Literal["run", "test", "both"], typer.Option(help="Which of README's commands.")] = "both",
    tests: Annotated[str, typer.Option(help="Arguments that are added to the test command, such as tests/geo.")] = "",
    play_arguments: Annotated[
        str, typer.Option("--play", help="Arguments that are added to the run command, such as '--tasks hvac.too_hot'.")
    ] = "",
    python: Annotated[list[Path] | None, typer.Option(help="A further interpreter to play with; may be repeated.")] = None,
    user: Annotated[str, typer.Option(help="The ordinary user, where root starts this.")] = "nobody",
    minutes: Annotated[float, typer.Option(help="Bound of an installation, and of what is played after it.")] = 30.0,
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
    played: list[Round] = []
    with tempfile.TemporaryDirectory(prefix="steady-") as work:
        Path(work).chmod(0o755)  # for the ordinary user
        options = Options(
            checkout.resolve(), Path(work).resolve(), out.resolve(), tests, play_arguments, 60 * minutes, user, reuse
        )
        for number in range(1, rounds + 1):
            for surrounding in chosen:
                for name in COMMANDS if command == "both" else (command,):
                    if name in surrounding.commands:
                        played.append(play(surrounding, name, number, options))
                        _tell(played[-1])
                        (out / "steady.json").write_text(json.dumps(list(map(asdict, played)), indent=1) + "\n", encoding="utf-8")
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


def _tell(one: Round) -> None:
    what = f"{one.surrounding}, {one.command}, round {one.number}: {one.outcome}"
    print(f"{what}, {one.wall:.0f} s" if one.outcome == "passed" else f"{what}: {one.reason}", flush=True)


if __name__ == "__main__":
    typer.run(main)
