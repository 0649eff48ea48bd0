"""One round: a copy of the checkout is prepared for a surrounding, and a command of README is played in it."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from automotive_env.scripts.rounds.readme_commands import (
    ReadmeCommand,
    TimedCommand,
    failed_tests,
    give_to,
    python_folder,
    read_only,
    renew_checkout,
    timed,
)
from automotive_env.scripts.rounds.surroundings import (
    CannotProvide,
    RoundCommand,
    Surrounding,
    clean_environment,
    network_cut,
    switch_user,
)

PIP_FILES = (".config/pip", ".pip")
"""Where pip keeps what a user has configured, below the home folder."""


@dataclass(frozen=True, slots=True)
class RoundOptions:
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
class CommandRound:
    """What became of a command that was played once in a surrounding.

    Attributes:
        surrounding: its name.
        command: of README.
        number: of the round, from 1.
        outcome: whether the command succeeded, or was not played at all.
        reason: why it was skipped, or at which step and how it failed.
        failed: ids of the tests that failed.
        installed: seconds of the installation by the clock; 0 where an earlier one was taken over.
        wall: seconds of the play by the clock.
        cpu: seconds of the play that its processes were computing.
    """

    surrounding: str
    command: RoundCommand
    number: int
    outcome: Literal["passed", "failed", "skipped"]
    reason: str = ""
    failed: tuple[str, ...] = ()
    installed: float = 0.0
    wall: float = 0.0
    cpu: float = 0.0


def play(surrounding: Surrounding, command: RoundCommand, number: int, options: RoundOptions) -> CommandRound:
    """Play one of README's commands once."""
    blank = CommandRound(surrounding.name, command, number, "passed")
    try:
        return _played(blank, surrounding, options)
    except CannotProvide as reason:
        return replace(blank, outcome="skipped", reason=str(reason))


def _played(blank: CommandRound, surrounding: Surrounding, options: RoundOptions) -> CommandRound:
    """Prepare a checkout, install, and play.

    Raises:
        CannotProvide: this machine lacks what the surrounding needs.
    """
    readme = ReadmeCommand.read((options.checkout / "README.md").read_text(encoding="utf-8"), blank.command)
    place = _prepare(blank, surrounding, options)
    installation = place.install(readme.installation)
    blank = replace(blank, installed=installation.wall)
    if installation.status != 0:
        return replace(blank, outcome="failed", reason=f"installation: {_ending(installation, options)}")
    is_test = blank.command == "test"
    added = (shlex.join(surrounding.tests), options.tests) if is_test else (options.play,)
    with read_only(place.checkout) if surrounding.read_only else nullcontext(), surrounding.beside(place.checkout):
        done = place.step(" ".join(filter(None, (readme.play, *added))))
    blank = replace(blank, wall=done.wall, cpu=done.cpu)
    if done.status == 0:
        return blank
    failed = failed_tests(place.log.read_text(encoding="utf-8", errors="replace"))
    return replace(blank, outcome="failed", reason=_ending(done, options), failed=tuple(failed))


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """A copy of the checkout, and how commands are run in it.

    Attributes:
        checkout: the copy.
        environment: variables of the commands.
        as_user: what the installation is started with, to be run by an ordinary user.
        cut_off: what a later step is started with, besides, to have no network.
        log: file that their output is added to.
        seconds: bound of each.
    """

    checkout: Path
    environment: Mapping[str, str]
    as_user: Sequence[str]
    cut_off: Sequence[str]
    log: Path
    seconds: float

    def install(self, command: str) -> TimedCommand:
        """Make the virtual environment, unless an earlier round left one; one that fails leaves none."""
        virtual_environment = self.checkout / ".venv"
        if virtual_environment.exists():
            return TimedCommand(0, 0.0, 0.0)
        done = self._run(self.as_user, command)
        if done.status != 0:
            shutil.rmtree(virtual_environment, ignore_errors=True)
        return done

    def step(self, command: str) -> TimedCommand:
        """Run what follows the installation."""
        return self._run([*self.cut_off, *self.as_user], command)

    def _run(self, prefix: Sequence[str], command: str) -> TimedCommand:
        shell = [*prefix, "bash", "-euo", "pipefail", "-c", command]
        return timed(shell, self.checkout, self.environment, self.log, self.seconds)


def _prepare(blank: CommandRound, surrounding: Surrounding, options: RoundOptions) -> RoundPlace:
    """Copy the checkout to where the surrounding wants it.

    Raises:
        CannotProvide: this machine lacks what the surrounding needs.
    """
    as_user = switch_user(options.user) if surrounding.as_user else []
    cut_off = network_cut() if surrounding.offline else []
    folder = options.work / "-".join((blank.command, *_special(surrounding)))
    if not options.reuse:
        shutil.rmtree(folder, ignore_errors=True)
    renew_checkout(options.checkout, folder / surrounding.folder)
    environment = {**_environment(surrounding, folder, bool(as_user)), **surrounding.variables}
    if as_user:
        give_to(options.user, folder)
    log = options.out / f"{blank.surrounding}-{blank.command}-{blank.number}.log"
    log.write_bytes(b"")
    return RoundPlace(folder / surrounding.folder, environment, as_user, cut_off, log, options.seconds)


def _special(surrounding: Surrounding) -> Iterator[str]:
    """What a virtual environment depends on: surroundings that agree in it may share one."""
    if surrounding.python:
        yield surrounding.name
    if surrounding.as_user:
        yield "user"
    if surrounding.read_only:
        yield "read-only"


def _environment(surrounding: Surrounding, folder: Path, as_user: bool) -> dict[str, str]:
    """The variables of a command: another user has another home folder, and a chosen Python comes first on the PATH."""
    environment = clean_environment()
    if as_user:
        home = folder / "home"
        home.mkdir(exist_ok=True)
        for name in PIP_FILES:
            if (configured := Path.home() / name).is_dir():
                shutil.copytree(configured, home / name, dirs_exist_ok=True)
        environment["HOME"] = str(home)
    if surrounding.python:
        environment["PATH"] = f"{python_folder(surrounding.python, folder / 'bin')}:{environment['PATH']}"
    return environment


def _ending(done: TimedCommand, options: RoundOptions) -> str:
    return f"stopped after {options.seconds / 60:g} min" if done.status is None else f"exit status {done.status}"
