"""`automotive-env screens`: pictures of the head unit's screens."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from automotive_env.headunit.display_size import DECLARED, display_size


def screens(
    folder: Annotated[Path, typer.Argument(help="Where the PNG files go.")] = Path("screens"),
    app: Annotated[str, typer.Option(help="One app; all without it.")] = "",
    night: Annotated[bool, typer.Option(help="The night theme.")] = False,
    marks: Annotated[bool, typer.Option(help="Draw the marks that agents see.")] = False,
    size: Annotated[str, typer.Option(help="Width and height of the display, such as 1024x768.")] = DECLARED,
    windscreen: Annotated[
        Path | None, typer.Option(help="Views through the windscreen on a sheet: writes this .webp file.")
    ] = None,
    sheet: Annotated[Path | None, typer.Option(help="All screens on a sheet: writes FILE-day.webp and FILE-night.webp.")] = None,
) -> None:
    """Draw the screens of the head unit as PNG files, or all of them on two WebP sheets."""
    from automotive_env.cli import out
    from automotive_env.errors import UsageError

    if windscreen:
        _views(windscreen)
        return
    if sheet:
        if size != DECLARED:
            raise UsageError(f"a sheet shows the screens at {DECLARED}; leave out --size or --sheet")
        _sheets(sheet)
        return
    from automotive_env.headless import HeadlessController
    from automotive_env.imaging import png
    from automotive_env.set_of_mark import draw_marks

    car = HeadlessController(size=display_size(size))
    if app and app not in car.apps:
        raise UsageError(f"no app {app!r}; there are: {', '.join(car.apps)}")
    car.world.system.night_mode = "night" if night else "day"
    folder.mkdir(parents=True, exist_ok=True)
    for name in [app] if app else car.apps:
        car.head_unit.home()
        car.head_unit.open_app(name)
        seen = car.observe()
        picture = draw_marks(seen.screenshot, seen.elements) if marks else seen.screenshot
        file = folder / f"{name}{'-night' if night else ''}.png"
        file.write_bytes(png(picture))
        out(str(file))


def _views(file: Path) -> None:
    """Write the sheet of views through the windscreen."""
    from automotive_env.cli import out
    from automotive_env.errors import UsageError
    from automotive_env.imaging import resize, webp
    from automotive_env.windscreen.gallery import sheet

    if file.suffix != ".webp" or not file.parent.is_dir():
        raise UsageError(f"--windscreen takes the name of a .webp file in a folder that exists, not {file}")
    file.write_bytes(webp(resize(sheet(), 1400), quality=66))
    out(str(file))


def _sheets(file: Path) -> None:
    """Write the sheet of the day and that of the night beside each other."""
    from automotive_env.cli import out
    from automotive_env.errors import UsageError
    from automotive_env.headunit.gallery import MODES, sheet
    from automotive_env.imaging import webp

    if file.suffix != ".webp" or not file.parent.is_dir():
        raise UsageError(f"--sheet takes the name of a .webp file in a folder that exists, not {file}")
    for mode in MODES:
        written = file.with_name(f"{file.stem}-{mode}.webp")
        written.write_bytes(webp(sheet(mode), quality=68))
        out(str(written))
