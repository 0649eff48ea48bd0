"""`automotive-env screens`: pictures of the head unit's screens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.headunit.kit.display_size import DECLARED, SIZES, display_size, written
from automotive_env.text.option import words

if TYPE_CHECKING:
    from automotive_env.episode.observation import Image
    from automotive_env.headunit.gallery import GalleryLook
    from automotive_env.headunit.kit.entry import ScreenEntry

DISPLAYS = f"Width and height of the display: {' | '.join(map(written, SIZES))}; with --all, several separated by commas."


def screens(
    folder: Annotated[Path, typer.Argument(help="Folder for the pictures.")] = Path("screens"),
    app: Annotated[str, typer.Option(help="Draw only this app (default: all).")] = "",
    subscreens: Annotated[bool, typer.Option("--subscreens", help="Draw subscreens and dialogs, too.")] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Draw all screens and dialogs by day and by night, with contact sheets and an index.")
    ] = False,
    night: Annotated[bool, typer.Option("--night", help="Draw the night theme.")] = False,
    language: Annotated[
        str, typer.Option(help="Language of the interface; with --all, several separated by commas.")
    ] = "English",
    display: Annotated[str, typer.Option("--display", "--size", help=DISPLAYS)] = DECLARED,
    marks: Annotated[bool, typer.Option("--marks", help="Draw the marks that agents see.")] = False,
    windscreen: Annotated[
        Path | None, typer.Option(help="Write a sheet of views through the windscreen to this .webp file.")
    ] = None,
    sheet: Annotated[Path | None, typer.Option(help="Write sheets of all screens to FILE-day.webp and FILE-night.webp.")] = None,
) -> None:
    """Draw the screens of the head unit as PNG files.

    File names stay the same from one version to the next. With --all, each combination of display size, language and theme
    gets its own folder, such as 1408x792-english-day.
    """
    from automotive_env.errors import UsageError
    from automotive_env.headunit.gallery import MODES, GalleryLook

    if windscreen:
        _views(windscreen)
        return
    languages = [_language(one) for one in dict.fromkeys(words(language, "--language"))]
    sizes = [display_size(one) for one in dict.fromkeys(words(display, "--display"))]
    if not (languages and sizes) or not (every or len(languages) == len(sizes) == 1):
        raise UsageError("several languages or displays need --all; without it, give one of each")
    modes = MODES if every or sheet else ("night",) if night else ("day",)
    looks = [GalleryLook(mode, one, size) for size in sizes for one in languages for mode in modes]
    if sheet:
        _sheets(sheet, looks)
    elif every:
        _gallery(folder, looks, _entries(app, subscreens=True), marks)
    else:
        _files(folder, looks[0], _entries(app, subscreens), marks, subscreens)


def _language(text: str) -> str:
    """The name of a language, however its letters are written.

    Raises:
        UsageError: the head unit does not speak it.
    """
    from automotive_env.car.systems.language import LANGUAGES
    from automotive_env.errors import UsageError

    known = {name.lower(): name for name in LANGUAGES}
    if text.lower() not in known:
        raise UsageError(f"unknown language {text!r}; choose from {', '.join(LANGUAGES)}")
    return known[text.lower()]


def _entries(app: str, subscreens: bool) -> list[ScreenEntry]:
    """The screens of an app, or of all apps with what lies around them; the first of each alone without subscreens."""
    from automotive_env.errors import UsageError
    from automotive_env.headunit.gallery import entries
    from automotive_env.headunit.registry import apps

    if app and app not in apps():
        raise UsageError(f"unknown app {app!r}; choose from {', '.join(apps())}")
    found = [entry for entry in entries() if not app or entry.app == app]
    return found if subscreens else list({entry.app: entry for entry in reversed(found) if entry.app in apps()}.values())[::-1]


def _draw(entry: ScreenEntry, look: GalleryLook, marks: bool, file: Path) -> Image:
    """Draw a screen into a file."""
    from automotive_env.episode.imaging import png
    from automotive_env.episode.set_of_mark import draw_marks
    from automotive_env.headunit.gallery import show

    head_unit = show(entry, look)
    picture = draw_marks(head_unit.frame(), head_unit.elements()) if marks else head_unit.frame()
    file.write_bytes(png(picture))
    return picture


def _make_folder(folder: Path) -> None:
    """Make a folder for pictures.

    Raises:
        UsageError: it cannot be made.
    """
    from automotive_env.errors import UsageError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror
        raise UsageError(f"cannot write pictures into {folder}: {why}; name a folder") from None


def _files(folder: Path, look: GalleryLook, chosen: Sequence[ScreenEntry], marks: bool, subscreens: bool) -> None:
    """Write a picture of each screen, those of apps' first screens named as the app."""
    from automotive_env.cli import out
    from automotive_env.headunit.gallery import file_name

    _make_folder(folder)
    for entry in chosen:
        file = folder / f"{file_name(entry) if subscreens else entry.app}{'-night' if look.mode == 'night' else ''}.png"
        _draw(entry, look, marks, file)
        out(str(file))


def _gallery(folder: Path, looks: Sequence[GalleryLook], chosen: Sequence[ScreenEntry], marks: bool) -> None:
    """Write a folder and a contact sheet for each look, and an index of all of them."""
    from automotive_env.cli import out
    from automotive_env.episode.imaging import webp
    from automotive_env.headunit.gallery import file_name, index, label, sheet

    for look in looks:
        _make_folder(folder / look.name)
        pictures = {label(entry): _draw(entry, look, marks, folder / look.name / f"{file_name(entry)}.png") for entry in chosen}
        written = folder / f"{look.name}.webp"
        written.write_bytes(webp(sheet(pictures, look), quality=80))
        out(str(written))
    (folder / "index.html").write_text(index(looks, chosen), encoding="utf-8", newline="\n")
    out(str(folder / "index.html"))


def _sheets(file: Path, looks: Sequence[GalleryLook]) -> None:
    """Write the sheet of the day and that of the night beside each other."""
    from automotive_env.cli import out
    from automotive_env.episode.imaging import webp
    from automotive_env.errors import UsageError
    from automotive_env.headunit.gallery import entries, label, sheet, show

    if file.suffix != ".webp" or not file.parent.is_dir():
        raise UsageError(f"--sheet needs the name of a .webp file in an existing folder, not {file}")
    for look in looks:
        written = file.with_name(f"{file.stem}-{look.mode}.webp")
        pictures = {label(entry): show(entry, look).frame() for entry in entries()}
        written.write_bytes(webp(sheet(pictures, look), quality=50, effort=6))
        out(str(written))


def _views(file: Path) -> None:
    """Write the sheet of views through the windscreen."""
    from automotive_env.cli import out
    from automotive_env.episode.imaging import resize, webp
    from automotive_env.errors import UsageError
    from automotive_env.windscreen.gallery import sheet

    if file.suffix != ".webp" or not file.parent.is_dir():
        raise UsageError(f"--windscreen needs the name of a .webp file in an existing folder, not {file}")
    file.write_bytes(webp(resize(sheet(), 1400), quality=66))
    out(str(file))
