"""Whether an answer agrees with itself: nothing in it is said and denied, and nothing that is but one thing is two.

>>> contradiction("The lane assist is on. No, the lane assist is off.")
'the lane assist is on / the lane assist is off'
>>> contradiction("It is the City Hospital. It is the Airport.")
'It is the City Hospital / It is the Airport'
>>> contradiction("Esso is cheaper than Shell. It was off, it is on now.")
''
>>> contradiction("From your contacts: Ann. Some stranger rang, but isn't in your contacts.")
''
>>> contradiction("His lamp is off, and his sister has her lamp on.")
''
>>> corrected("It is 20 °C, no wait, 14 °C.")
'It is  14 °C.'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

MAX_CLAUSES = 40
"""Clauses of an answer that are compared; each with each."""
_SENTENCES = re.compile(r"[.!?;](?:\s+|$)|\n+")
_CLAUSES = re.compile(r"[.!?;,:](?:\s+|$)|\n+|\b(?:and|but|while|because|so|where|which)\b")
_CORRECTION = re.compile(
    r"[\s,.;:!?-]+(?:no,? wait|wait,? no|sorry,? (?:no|i mean|i meant)|(?:no, )?i mean|i meant|correction|scratch that|"
    r"make that)\b[\s,.:;]*",
    re.IGNORECASE,
)
"""How people take back what they have just said, and say it right."""
_FIGURE = re.compile(
    r"(?:\babout |\baround )?[+-]?\d[\d.,:']*(?:\s*(?:°\s?[cf]?|%|[ap]\.?m\b\.?|km/h|mph|km|mi|m)(?!\w))?", re.IGNORECASE
)
_OPPOSITES = {
    word: base
    for base, words in {
        "on": "off disabled inactive deactivated",
        "open": "closed shut",
        "allowed": "forbidden prohibited illegal unlawful disallowed",
        "necessary": "unnecessary needless",
        "safe": "unsafe dangerous",
        "quiet": "loud noisy",
        "connected": "disconnected",
        "dry": "wet",
    }.items()
    for word in words.split()
}
"""Word -> the one that it denies."""
_ALIKE = {
    word: base
    for base, words in {
        "on": "enabled active activated",
        "allowed": "permitted legal lawful",
        "necessary": "required needed",
        "something": "nothing",
        "somebody": "nobody someone noone",
    }.items()
    for word in words.split()
}
_DENIALS = frozenset((
    "not", "no", "never", "nobody", "nothing", "none", "neither", "nor", "without", "hardly", "cannot", "noone", "refuses",
    "refused", "refuse", "fails", "failed", "unable"
))  # fmt: skip
_FILLERS = frozenset((
    "a", "an", "the", "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "has", "have", "had",
    "to", "of", "it", "its", "that", "this", "these", "those", "they", "them", "there", "their", "here", "now", "already",
    "still", "yes", "well", "oh", "okay", "please", "indeed", "currently", "really", "actually", "then", "can", "may",
    "must", "you", "your", "i", "we", "our", "us", "me", "my", "some", "any", "such", "at", "in", "by", "for", "with"
))  # fmt: skip
"""Words that say nothing of what is claimed."""
_OWNERS = frozenset(("his", "her"))
"""Words by which things of two people are told apart."""
_PRONOUN = re.compile(r"\W*(?:(?:yes|no|oh|well)\W+)*(?:it|that|this|they|these|those)\b")
_WATCHED = re.compile(r"\W*(?:i|we)\b")
"""How a clause begins that tells what was done, rather than how things are."""
_DUTY = re.compile(r"\b(?:must|(?:have|has|needs?|ought|supposed) to|need(?:n't| not))\b")
_PAST = re.compile(r"\b(?:was|were|had|did|been|before|earlier|until|used to)\b")
_DID = re.compile(r"^(?!.*\b(?:is|are|has|have)\b|.*'(?:s|re|ve)\b).*\b[a-z]{3,}ed\b")
_FUTURE = re.compile(r"\b(?:will|won't|'ll|soon|later|going to|tomorrow)\b")
_OPEN = re.compile(
    r"\b(?:if|when|whenever|once|unless|would|could|should|might|whether|or (?:not|else|no)|instead|rather|otherwise|else)\b"
    r"|\?"
)
"""What makes of a clause something else than a claim of how things are."""
_HEADING = re.compile(r"(?:from|of|among)\b")
"""How a clause begins that says of whom the next ones speak, and claims nothing: "From your contacts: ..."."""
_AS_IT_SHOULD = re.compile(r"\bas (?:it|they) (?:should|ought to|has to|have to)(?: be)?\b")
_SAME_FIGURE = re.compile(r"^(?:at|with) .*\d")
_WORDS = re.compile(r"[^\W_](?:[\w%°/'&+-]|[.,:](?=\d))*|%|°")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|s|e)$")
_IS = re.compile(
    r"(?:\b(?:is|was|are|were|called|join|joins)|'s)(?:(?: not)? (?:about|at|the|of))*$|\b(?:we|you)(?: are|'re) (?:in|on)$"
)
"""How a sentence begins that goes on with what something is."""
_ONE_ONLY = re.compile(
    r"\b(?:older|newer|cheaper|dearer|nearer|closer|faster|slower|warmer|colder|cooler|longer|shorter|louder|\w+est|first|last|"
    r"playing|repeats|calling|called|rang)\b"
)
"""What is true of one only."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """A clause as a claim.

    Attributes:
        text: as it was said.
        words: what it is about and what is said of that, as stems.
        denied: whether that is denied.
        time: "past", "present" or "future", or "duty" where it says how something has to be.
    """

    text: str
    words: frozenset[str]
    denied: bool
    time: str

    def is_contradicted_by(self, later: _Claim) -> bool:
        """Whether a later claim of the same answer says the contrary.

        Of "there is smoke outside" and "no smoke", the second denies the first; of "the rear light is not on" and "the light is
        on" it does not, unless the second is said of "it".
        """
        if self.denied == later.denied or self.time != later.time or not self.words or not later.words:
            return False
        compares = "than" in self.words | later.words  # in "A is cheaper than B" it matters which is named first
        if self.words != later.words and (compares or _WATCHED.match(self.text) or _WATCHED.match(later.text)):
            return False
        if self.words & _OWNERS != later.words & _OWNERS:
            return False
        if later.words < self.words:
            return later.denied or _PRONOUN.match(later.text) is not None
        if self.words < later.words:
            return self.denied and len(self.words) > 1 and _PRONOUN.match(self.text) is None
        return self.words == later.words


def contradiction(text: str) -> str:
    """Two parts of a text of which only one can be true, with " / " between them; empty where there are none."""
    parts = _CLAUSES.split(text)[:MAX_CLAUSES]
    claims = [_claim(clause) for part in parts if (clause := part.strip()) and _is_claim(clause.casefold())]
    for earlier, later in combinations(claims, 2):
        if earlier.is_contradicted_by(later):
            return f"{earlier.text} / {later.text}"
    sentences = [part.strip() for part in _SENTENCES.split(text)[:MAX_CLAUSES] if part.strip()]
    twice = (f"{one} / {other}" for one, other in combinations(sentences, 2) if _says_another(one.split(), other.split()))
    return next(twice, "")


def corrected(text: str) -> str:
    """A text without what it takes back itself: the last figure before "no wait" where a figure follows, or the last clause."""
    while match := _CORRECTION.search(text):
        before, behind = text[: match.start()], text[match.end() :]
        figures = list(_FIGURE.finditer(before))
        if figures and _FIGURE.match(re.sub(r"^(?:(?:it|that)(?:'s| is|) |at |about )*", "", behind)):
            before = before[: figures[-1].start()] + before[figures[-1].end() :]
        else:
            before = before[: max((cut.end() for cut in _CLAUSES.finditer(before)), default=0)]
        if not (before or behind).strip():
            break
        text = f"{before} {behind}"
    return text


def _is_claim(clause: str) -> bool:
    return not _HEADING.match(clause) and _OPEN.search(_AS_IT_SHOULD.sub("", clause)) is None


def _claim(clause: str) -> _Claim:
    """What a clause claims."""
    text = re.sub(r"\b(?:not|n't) (?:only|just)\b", "", clause.casefold())
    text = _AS_IT_SHOULD.sub("in order", text)
    words, denials = set[str](), 0
    text = re.sub(r"\bcannot\b", "can not", re.sub(r"n't\b", " not", text))
    for word in _WORDS.findall(text):
        denials += (word in _DENIALS) + (word in _OPPOSITES)
        base = _OPPOSITES.get(word) or _ALIKE.get(word) or word
        if base not in _DENIALS and base not in _FILLERS:
            words.add(base if base in _ALIKE.values() else _ENDING.sub("", base))
    times = {"duty": _DUTY, "future": _FUTURE, "past": _PAST}
    told = "past" if _DID.search(text) else "present"
    time = next((name for name, words_of_it in times.items() if words_of_it.search(text)), told)
    return _Claim(clause.casefold(), frozenset(words), denials % 2 == 1, time)


def _says_another(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two sentences say the same of two things of which one only can be meant, or two figures of the same thing."""
    begin = _common(one, other)
    end = min(_common(one[::-1], other[::-1]), len(one) - begin, len(other) - begin)
    first, second = one[begin : len(one) - end], other[begin : len(other) - end]
    if not first or not second:
        return False
    head, tail = " ".join(one[:begin]).casefold(), " ".join(one[len(one) - end :]).casefold()
    if len(first) == len(second) and (begin >= 2 or (begin == 0 and end >= 3)) and any(word[0].isdigit() for word in first):
        pairs = [(a, b) for a, b in zip(first, second, strict=True) if _plain(a) != _plain(b)]
        return all(a[0].isdigit() and b[0].isdigit() for a, b in pairs)
    if not (_is_name(first) and _is_name(second)):
        return False
    if begin >= 2:
        return _IS.search(head) is not None
    return begin == 0 and end >= 1 and (_ONE_ONLY.search(tail) or _SAME_FIGURE.match(tail)) is not None


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words two sentences have in common from the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if _plain(a) != _plain(b)), min(len(one), len(other)))


def _plain(word: str) -> str:
    return word.casefold().strip(",.:;!?\"'")


def _is_name(words: Sequence[str]) -> bool:
    """Whether words begin with a name: a capital, or a script that has none."""
    first = words[0].strip("\"'(")
    return bool(first) and first[0].isalpha() and not first[0].islower()
