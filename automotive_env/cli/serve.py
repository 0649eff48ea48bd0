"""`automotive-env serve`: the car for others on this machine."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    web: Annotated[bool, typer.Option("--web", help="The head unit in a browser, for a person to drive.")] = False,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1; 0 for any that is free.", min=0, max=65_535)] = 0,
    place: Annotated[str, typer.Option(help="CITY | LAT,LON | random")] = "Berlin",
    scenario: Annotated[str, typer.Option(help="Start state: default or start-001 to start-320.")] = "default",
) -> None:
    """Let a person drive the car in a browser: --web.

    Only this machine can open the page, and only with the address that is printed.
    """
    from random import Random

    from automotive_env.cli import out
    from automotive_env.errors import UsageError

    if not web:
        raise UsageError("say what to serve: --web")
    try:
        from automotive_env.serving.server import serve as run
    except ModuleNotFoundError as missing:
        raise UsageError(f"the page needs {missing.name}: pip install 'automotive-env[web]'") from None

    from automotive_env.geo.places import resolve
    from automotive_env.serving.drive import Drive
    from automotive_env.world.scenarios import world_of

    drive = Drive(resolve(place, Random()), world_of(scenario))
    run(drive, port, lambda address: out(f"Drive the car at {address}\nCtrl+C ends it."))
