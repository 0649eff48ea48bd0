"""What an answer is about: who says how another part of the car stands has said nothing of what was asked.

>>> about_it("All fine. The radio is off.", about("hvac.too_hot", "Phew, this car is an oven today.")).strip()
'All fine.'
>>> about_it("The radio is off.", about("Silence, please!", "music._is_playing=false", "radio._is_playing=false"))
'The radio is off.'
>>> about_it("The radio is off.", about("This song again!", "music._is_playing=true", "radio._is_playing=false"))
' '
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_TOPICS = (
    r"routes?|guidance|navigat\w+",
    r"(?:phone |incoming )?calls?",
    r"radio|volume|sound",
    r"music|songs?|podcasts?|media",
    r"horn",
    r"windows?|sunroof|roof",
    r"fog\w*|mist\w*|steam\w*|condensation|windscreen|windshield|panes?",
    r"boot|trunk|tailgate|bonnet|hood",
    r"doors?",
    r"(?:head|tail)?lights?|(?:head)?lamps?|beams?|headlights?",
    r"wipers?",
    r"seats?|massage",
    r"air ?condition\w*|climate|fans?|blower|recirculation|defrost\w*|ventilation|air source",
    r"screens?|displays?|theme|brightness",
    r"wi-?fi|wlan|wireless|network\w*",
    r"bluetooth",
    r"hotspot",
    r"mobile data",
    r"lanes?|cruise control|blind spot",
    r"disturb",
)
"""Words of each part of the car, as people and its properties call it."""
_GENERAL = re.compile(
    r"\b(?:this|that|these|those|they|everything|all|both|each|what|which|there|things?|one|(?:setting|value|level|threshold|time|schedule)s?)\b"
)
"""What stands for whatever is asked about."""
_UNTOLD = re.compile(r"the|your|our|my|his|her|its|their|and|but|or|so|for|with|from|not")
"""Words that name no part of the car, though they stand in many wishes."""
_CLAUSE = re.compile(r"[^.;!?,]*?(?:[.;!?,]+|\b(?:and|but|so|because|since)\b|$)")
_WHERE = re.compile(r"\b(?:on|at|in|from|by|for|with|of|to|off|over) (?:the|your|my|our|this|that) \w+")
"""What says where or of what something is: "on the screen" does not make a clause one about the screen."""


def about(*told: str) -> frozenset[str]:
    """The parts of the car, each by its words, of which some texts speak: the wish, what is checked, paths of properties.

    What may only go off where the same of another part may go on is off because of that: the wish is not about it.
    """
    begins = tuple(f".{text.rpartition('.')[2].removesuffix('=true')}=false" for text in told if text.endswith("=true"))
    meant = [text for text in told if not (begins and text.endswith(begins))]
    text = re.sub(r"[._]", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", ". ".join(meant))).casefold()
    subjects = re.sub(r"\bon (?:the|your|my) screens?\b", " ", text)
    return frozenset(words for words in _TOPICS if _names(words, subjects))


def words_of(*told: str) -> frozenset[str]:
    """The words of some texts, in lower case and without a final s: the wish, what is checked, paths of properties."""
    text = re.sub(r"[._]", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", " ".join(told))).casefold()
    return frozenset(word.removesuffix("s") for word in re.findall(r"[^\W\d]{3,}", text) if not _UNTOLD.fullmatch(word))


def may_be_of(subject: str, words: frozenset[str], topics: Iterable[str]) -> bool:
    """Whether what is spoken of is what a wish of these words and parts of the car is about, or nothing that has a name."""
    named = words_of(subject)
    if not named or _GENERAL.search(subject) or not named.isdisjoint(words - {"car"}):  # nearly every wish is of the car
        return True
    return any(_names(topic, subject) for topic in topics)


def about_it(text: str, topics: frozenset[str]) -> str:
    """A text without the clauses that speak of other parts of the car than these alone."""
    others = [words for words in _TOPICS if words not in topics]

    def kept(match: re.Match[str]) -> str:
        clause = match[0].casefold()
        foreign = any(_names(words, _WHERE.sub(" ", clause)) for words in others)
        return " " if foreign and not any(_names(words, clause) for words in topics) else match[0]

    return _CLAUSE.sub(kept, text)


def _names(words: str, text: str) -> bool:
    return re.search(rf"\b(?:{words})\b", text) is not None
