"""The languages to choose from, each by its own name."""

from __future__ import annotations

from automotive_env.car.systems.language import LANGUAGES
from automotive_env.headunit.kit.rendering.node import Grid
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.touch import call
from automotive_env.headunit.kit.widgets.button import OptionButton
from automotive_env.headunit.language.translate import VerbatimText


def language_choice(module: str) -> Grid:
    """One option a language; a touch calls the API of a display's module, and the choice holds for all displays."""
    options = [
        OptionButton(
            "environment.language",
            language.name,
            text=VerbatimText(language.own_name),
            id=f"language_{language.name.lower()}",
            on_tap=call(f"{module}.carcontrol_{module}_language_set", mode=language.name),
        )
        for language in sorted(LANGUAGES.values(), key=lambda language: language.tag)
    ]
    return Grid(*options, columns=4, row_height=TARGET, gap=8)
