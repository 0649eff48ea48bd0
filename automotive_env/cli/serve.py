"""`automotive-env serve`: the car for others on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from automotive_env.cli.options import option_of, was_typed
from automotive_env.text.extras import install
from automotive_env.text.option import as_flag

if TYPE_CHECKING:
    from automotive_env.adapters.car_episode import EpisodeSettings
    from automotive_env.car.core.world import World
    from automotive_env.car.owner.real_time import ClockMode


TAKES = {
    "web": ("port", "place", "scenario", "clock"),
    "adb": ("port", "place", "scenario", "clock", "devices", "android", "grpc"),
    "mcp": ("mcp_port", "place", "tasks", "seed", "ending", "face", "all_tools"),
    "openenv": ("port", "place", "tasks", "ending", "face"),
    "a2a": ("port",),
}
"""What is served -> the options that it has."""


def serve(
    context: typer.Context,
    web: Annotated[bool, typer.Option("--web", help="Serve the head unit in a browser, for a person to drive.")] = False,
    adb: Annotated[
        bool, typer.Option("--adb", help="Serve cars as Android devices, for adb, uiautomator2 and similar clients.")
    ] = False,
    mcp: Annotated[bool, typer.Option("--mcp", help="Serve one car as tools of the Model Context Protocol.")] = False,
    openenv: Annotated[bool, typer.Option("--openenv", help="Serve a task as an environment of OpenEnv.")] = False,
    a2a: Annotated[bool, typer.Option("--a2a", help="Serve an agent that assesses other agents over A2A.")] = False,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1; 0 picks a free one.", min=0, max=65_535)] = 0,
    mcp_port: Annotated[
        int | None,
        typer.Option(help="With --mcp: use streamable HTTP on this port instead of the standard streams.", min=0, max=65_535),
    ] = None,
    tasks: Annotated[str, typer.Option(help="With --mcp and --openenv: play the task with this name.")] = "",
    seed: Annotated[int, typer.Option(help="With --mcp: draw the task or the owner of the car from this seed.", min=0)] = 0,
    ending: Annotated[str, typer.Option(help="With a task: the right ending to draw, or random.")] = "random",
    face: Annotated[str, typer.Option(help="With --mcp and --openenv: how the car is reached: screen | calls | both.")] = "both",
    all_tools: Annotated[
        bool,
        typer.Option(
            "--all-tools",
            help="With --mcp: list each API as a tool; together with the actions, that makes 275 tools, "
            "too many for many clients.",
        ),
    ] = False,
    devices: Annotated[int, typer.Option(help="With --adb: serve N cars.", min=1, max=64)] = 1,
    android: Annotated[int, typer.Option(help="With --adb: behave as this Android release: 13 | 14 | 15.")] = 14,
    place: Annotated[str, option_of("place")] = "Berlin",
    scenario: Annotated[str, typer.Option(help="Start state and driver: default or start-001 to start-320.")] = "default",
    clock: Annotated[
        str, typer.Option(help="The car's clock follows real time, or moves only when told: real | still.")
    ] = "real",
    grpc: Annotated[
        bool, typer.Option("--grpc", help="With --adb: serve the emulator's gRPC services, for android_env.")
    ] = False,
) -> None:
    """Serve cars to a person in a browser (--web) or to programs (--adb, --mcp, --openenv, --a2a).

    Only this machine can reach them. The page opens only at the printed address.
    """
    from automotive_env.car.owner.real_time import CLOCKS
    from automotive_env.errors import UsageError

    if [web, adb, mcp, openenv, a2a].count(True) != 1:
        raise UsageError("choose one of --web, --adb, --mcp, --openenv and --a2a")
    _check_options(context)
    if mcp or openenv:
        from automotive_env.cli.serve_programs import serve_mcp, serve_openenv

        settings = _settings(tasks, place, ending, face, free=mcp)
        serve_mcp(settings, seed, mcp_port, lists_apis=all_tools) if mcp else serve_openenv(settings, port)
        return
    if a2a:
        from automotive_env.cli.serve_programs import serve_a2a

        serve_a2a(port)
        return
    if clock not in CLOCKS:
        raise UsageError(f"unknown clock {clock!r}; choose from {', '.join(CLOCKS)}")
    if web:
        _web(port, place, scenario, clock)
        return
    from automotive_env.car.vhal.properties import RELEASES
    from automotive_env.cli import out
    from automotive_env.serving.adb import serve as run

    if android not in RELEASES:
        raise UsageError(f"unknown Android release {android}; choose from {', '.join(map(str, RELEASES))}")
    run([_car(place, scenario) for _ in range(devices)], android, port, clock, out, grpc=grpc)


def _check_options(context: typer.Context) -> None:
    """Raise `UsageError` for an option that means nothing for what is served."""
    from automotive_env.errors import UsageError

    kind = next(name for name in TAKES if context.params[name])
    for name in context.params:
        if name not in (kind, *TAKES[kind]) and was_typed(context, name):
            raise UsageError(f"--{kind} does not take {as_flag(name)}; it takes {', '.join(map(as_flag, TAKES[kind]))}")


def _car(place: str, scenario: str) -> World:
    from random import Random

    from automotive_env.car.owner.scenarios import world_of
    from automotive_env.place.places import resolve

    return world_of(scenario, resolve(place, Random()))


def _settings(task: str, place: str, ending: Any, face: Any, *, free: bool) -> EpisodeSettings:
    from automotive_env.adapters.car_episode import EpisodeSettings
    from automotive_env.errors import UsageError
    from automotive_env.tasks.kit.free_drive import FREE_DRIVE

    if not task and not free:
        raise UsageError("name a task with --tasks NAME; `automotive-env tasks` lists them")
    return EpisodeSettings(task, place, ending, face) if task else EpisodeSettings(FREE_DRIVE, place, None, face)


def _web(port: int, place: str, scenario: str, clock: ClockMode) -> None:
    from random import Random

    from automotive_env.cli import out
    from automotive_env.errors import UsageError

    try:
        from automotive_env.serving.page_server import serve as run
    except ModuleNotFoundError as missing:
        raise UsageError(f"the page needs {missing.name}: {install('web')}") from None

    from automotive_env.car.owner.scenarios import world_of
    from automotive_env.place.places import resolve
    from automotive_env.serving.drive import DrivenCar

    there = resolve(place, Random())
    drive = DrivenCar(there, world_of(scenario, there))
    run(drive, port, clock, lambda address: out(f"Drive the car at {address}\nPress Ctrl+C to stop."))
