"""Signs: what a reader takes for one letter or picture, though a text may write it with several characters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

_MARKS = (
    r"\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"  # Latin, Greek, Cyrillic, Hebrew
    r"\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963"  # Devanagari
    r"\u0e31\u0e33-\u0e3a\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f"  # Thai, all scripts
    r"\u200c\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"  # joiners, variants, colours of skin, tags of flags
)
_EMOJI = r"\u00a9\u00ae\u203c-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_CONSONANTS = r"\u0915-\u0939\u0958-\u095f\u0978-\u097f"
_SIGN = re.compile(
    r"[\U0001f1e6-\U0001f1ff]{2}"  # a flag
    r"|[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?"  # a syllable of Hangul in parts
    rf"|.[{_MARKS}]*"
    rf"(?:(?:(?<=\u200d)[{_EMOJI}]|(?<=[\u094d\u200d])[{_CONSONANTS}])[{_MARKS}]*)*",  # joined emoji, joined consonants
    re.DOTALL,
)
_PART = re.compile(rf"[\u0e40-\u0e44]*(?:{_SIGN.pattern})[\u0e2f\u0e30\u0e32\u0e45\u0e46.,!?:;)]*", re.DOTALL)
_COMPOSED = re.compile(rf"[{_MARKS}\U0001f1e6-\U0001f1ff\u1160-\u11ff]")
_JOINED_EMOJI = re.compile(rf"[\U0001f1e6-\U0001f1ff]{{2}}|[#*0-9]\ufe0f?\u20e3|[{_EMOJI}][{_MARKS}{_EMOJI}]*")
UNSEEN = re.compile(r"[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]")
"""What only says how its neighbours are to be drawn."""


def signs(text: str) -> Sequence[str]:
    """The signs of a text, accents composed with their letters; a text whose characters are all signs is returned as it is."""
    if text.isascii() or not _COMPOSED.search(text):
        return text
    return [normalize("NFC", sign) if len(sign) > 1 else sign for sign in _SIGN.findall(text)]


def whole(text: str, end: int) -> int:
    """Where to cut a text at a place or before it, so that no sign is divided."""
    if text.isascii() or not _COMPOSED.search(text):
        return end
    return max((match.end() for match in _SIGN.finditer(text) if match.end() <= end), default=0)


def unbreakable(word: str) -> list[str]:
    """The parts of a word that no line ends within: signs with what follows closely, and a Thai consonant with its vowels."""
    return [match[0] for match in _PART.finditer(word)]


def without_last(text: str) -> str:
    """A text after a backspace, as Android does it: an emoji goes as a whole, a letter with accents loses the last of them."""
    last = [match[0] for match in _SIGN.finditer(text)][-1:]
    return text[: -len(last[0])] if last and _JOINED_EMOJI.fullmatch(last[0]) else text[:-1]
