"""The screens that wishes are about: every screen of the head unit, and its bars over some of them, in every look."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from automotive_env.car.systems.language import LANGUAGES
from automotive_env.episode.headless import HeadlessController
from automotive_env.headunit.gallery import AROUND, MODES, GalleryLook, bring, entries, file_name, gallery_car
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.layer import ScreenLayer

BAR_SPACING = 17
"""Wishes about a bar are asked over one screen in so many."""


class AskedScreen(NamedTuple):
    """A screen, or a bar over it, whose controls are asked for.

    Attributes:
        entry: the screen in front.
        bar: name of the bar; empty where the screen's own controls are asked for.
    """

    entry: ScreenEntry
    bar: str = ""

    @property
    def name(self) -> str:
        """Such as "phone-phone-recents" or "top_bar.home-home"."""
        return f"{self.bar}.{file_name(self.entry)}" if self.bar else file_name(self.entry)

    @property
    def app(self) -> str:
        """The app whose controls are asked for."""
        return "system" if self.bar else self.entry.app

    def owns(self, layer: ScreenLayer) -> bool:
        """Whether the controls of a layer are asked for."""
        shown = layer.entry
        if self.bar:
            return (shown.app, shown.screen) == ("system", self.bar)
        if self.entry.screen == "blocked":
            return layer.blocked
        return (shown.app, shown.screen) == (self.entry.app, self.entry.screen)


@cache
def asked_screens() -> Mapping[str, AskedScreen]:
    """Name -> screen."""
    shown = list(entries())
    found = [AskedScreen(entry) for entry in shown]
    found += [AskedScreen(entry, bar) for bar in AROUND for entry in shown[::BAR_SPACING]]
    return {one.name: one for one in found}


@cache
def looks() -> Mapping[str, GalleryLook]:
    """Name -> look: every theme in every language on every size of display."""
    found = [GalleryLook(mode, language, size) for mode in MODES for language in LANGUAGES for size in SIZES]
    return {look.name: look for look in found}


def looks_of(screen: AskedScreen, seed: int) -> Sequence[GalleryLook]:
    """All looks, in an order of the screen's own; the first ones are those that it is asked in."""
    return sorted(looks().values(), key=lambda look: drawn("look", screen.name, look.name, str(seed)))


def drawn(*parts: str) -> bytes:
    """Bytes that follow from texts, the same in every process."""
    return hashlib.sha256("\n".join(parts).encode()).digest()


def bring_screen(screen: AskedScreen, look: GalleryLook) -> HeadlessController:
    """A car that shows a screen."""
    car = HeadlessController(gallery_car(look), look.size)
    bring(car.head_unit, screen.entry)
    return car
