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

DISPLAYS = f"Width and height of the display: {' | '.join(map(written, SIZES))}; with --all several with commas."


def screens(
    folder: Annotated[Path, typer.Argument(help="Where the pictures go.")] = Path("screens"),
    app: Annotated[str, typer.Option(help="One app; all without it.")] = "",
    subscreens: Annotated[bool, typer.Option("--subscreens", help="Further screens and dialogs, too.")] = False,
    every: Annotated[
        bool, typer.Option("--all", help="All screens and dialogs by day and by night, with contact sheets and an index.")
    ] = False,
    night: Annotated[bool, typer.Option("--night", help="The night theme.")] = False,
    language: Annotated[str, typer.Option(help="Language of the interface; with --all several with commas.")] = "English",
    display: Annotated[str, typer.Option("--display", "--size", help=DISPLAYS)] = DECLARED,
    marks: Annotated[bool, typer.Option("--marks", help="Draw the marks that agents see.")] = False,
    windscreen: Annotated[
        Path | None, typer.Option(help="Views through the windscreen on a sheet: writes this .webp file.")
    ] = None,
    sheet: Annotated[Path | None, typer.Option(help="All screens on a sheet: writes FILE-day.webp and FILE-night.webp.")] = None,
) -> None:
    """Draw the screens of the head unit as PNG files.

    Names of files stay the same from one version to the next; what a display size, language and theme look like together is
    in a folder of its own with --all, such as 1408x792-english-day.
    """
    from automotive_env.errors import UsageError
    from automotive_env.headunit.gallery import MODES, GalleryLook

    if windscreen:
        _views(windscreen)
        return
    languages = [_language(one) for one in dict.fromkeys(words(language, "--language"))]
    sizes = [display_size(one) for one in dict.fromkeys(words(display, "--display"))]
    if not (languages and sizes) or not (every or len(languages) == len(sizes) == 1):
        raise UsageError("one --language and one --display are drawn; several, with commas, only with --all")
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
        raise UsageError(f"no language {text!r}; there are: {', '.join(LANGUAGES)}")
    return known[text.lower()]


def _entries(app: str, subscreens: bool) -> list[ScreenEntry]:
    """The screens of an app, or of all apps with what lies around them; the first of each alone without subscreens."""
    from automotive_env.errors import UsageError
    from automotive_env.headunit.gallery import entries
    from automotive_env.headunit.registry import apps

    if app and app not in apps():
        raise UsageError(f"no app {app!r}; there are: {', '.join(apps())}")
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


def _files(folder: Path, look: GalleryLook, chosen: Sequence[ScreenEntry], marks: bool, subscreens: bool) -> None:
    """Write a picture of each screen, those of apps' first screens named as the app."""
    from automotive_env.cli import out
    from automotive_env.headunit.gallery import file_name

    folder.mkdir(parents=True, exist_ok=True)
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
        (folder / look.name).mkdir(parents=True, exist_ok=True)
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
        raise UsageError(f"--sheet takes the name of a .webp file in a folder that exists, not {file}")
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
        raise UsageError(f"--windscreen takes the name of a .webp file in a folder that exists, not {file}")
    file.write_bytes(webp(resize(sheet(), 1400), quality=66))
    out(str(file))
