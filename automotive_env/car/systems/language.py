"""The languages that the displays speak, and how each writes numbers and lists; its words are a table of the head unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

HanScript: TypeAlias = Literal["chinese", "japanese"]
"""Whose forms Chinese characters have."""


@dataclass(frozen=True)
class Language:
    """A language of the displays. Dates, times and units are texts of its table, such as "{count} PM".

    Attributes:
        name: in English, as the car's state holds it.
        own_name: as those who speak it write it.
        tag: BCP 47.
        direction: in which lines and screens run.
        han: whose forms Chinese characters have.
        comma: between the parts of a list.
        point: between a whole number and its decimals.
        group: between thousands.
    """

    name: str
    own_name: str
    tag: str
    direction: Literal["ltr", "rtl"] = "ltr"
    han: HanScript = "chinese"
    comma: str = ", "
    point: str = "."
    group: str = ","

    def number(self, text: str) -> str:
        """A text with its numbers, such as "1,234.5", as the language writes them; what is no plain number stays as it is."""
        if (self.point, self.group) == (".", ","):
            return text
        return _NUMBER.sub(lambda found: found[0].translate({ord("."): self.point, ord(","): self.group}), text)


_NUMBER = re.compile(r"(?<![\d.,:])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![.,:]?\d)")

LANGUAGES = {
    language.name: language
    for language in (
        Language("Chinese", "中文", "zh-CN", comma="，"),
        Language("English", "English", "en-US"),
        Language("German", "Deutsch", "de-DE", point=",", group="."),
        Language("French", "Français", "fr-FR", point=",", group="\u00a0"),
        Language("Spanish", "Español", "es-ES", point=",", group="."),
        Language("Japanese", "日本語", "ja-JP", han="japanese", comma="、"),
        Language("Arabic", "العربية", "ar-AE", direction="rtl", comma="، "),
    )
}
"""English name -> language; the first two are those of the public release."""


def language_of_tag(tag: str) -> Language:
    """The language of a BCP 47 tag such as "de-AT"; English where the displays do not speak it."""
    primary = re.split("[-_]", tag, maxsplit=1)[0].lower()
    return next((one for one in LANGUAGES.values() if one.tag.split("-")[0] == primary), LANGUAGES["English"])
