"""Calls that a model writes as a line of text, such as `click(start_box='(512,300)')`. Nothing is evaluated.

Models forget to escape quotes, to close brackets and to name arguments; a call ends where the next line begins one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from automotive_env.episode.action_parser import MAX_REPLY

MAX_CALLS = 20
"""Calls of one reply that are read."""
_LABEL = re.compile(r"^\W{0,4}Actions?\W{0,4}[:：][ \t]*", re.IGNORECASE | re.MULTILINE)
_CALL = re.compile(r"[\s`*>-]{0,9}([A-Za-z_]\w{0,40})[ \t]*\(")
_INLINE = re.compile(r"\)[ \t]*;[ \t]*(?=[A-Za-z_]\w{0,40}[ \t]*\()")
_ARGUMENT = re.compile(r"(?:^|,)\s*([a-z_]{1,20})\s*=\s*(?=['\"\[(<]|-?\d|\w+\s*(?:,|$))")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": ""}
_THOUGHTS = re.compile(r"<(think|thinking|thought)>.*?</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call.

    Attributes:
        name: of the function.
        named: its arguments as texts; an argument without a name has the empty one.
        text: as it was written.
    """

    name: str
    named: Mapping[str, str]
    text: str

    def get(self, *names: str) -> str | None:
        """The argument of one of several names."""
        return next((self.named[name] for name in names if name in self.named), None)


def written_calls(reply: str) -> tuple[WrittenCall, ...]:
    """The calls of a reply, in order: those behind its labels "Action:", or all lines that are calls where it has none."""
    text = _THOUGHTS.sub("", reply)[-MAX_REPLY:]
    labels = list(_LABEL.finditer(text))
    region = _LABEL.sub("\n", text[labels[0].start() :]) if labels else text
    calls: list[str] = []
    for line in _INLINE.sub(")\n", region).splitlines(keepends=True):
        if _CALL.match(line):
            calls.append(line)
        elif calls:
            calls[-1] += line
    return tuple(map(_call, calls[:MAX_CALLS]))


def _call(text: str) -> WrittenCall:
    found = _CALL.match(text)
    assert found, "the caller has looked"
    body = text[found.end() :].strip().rstrip("`").rstrip()
    end = body.rfind(")")
    body = (body[:end] if end >= 0 and not _in_quotes(body, end) else body).strip()
    return WrittenCall(found[1], _arguments(body), " ".join(text.split()).strip("`"))


def _in_quotes(body: str, end: int) -> bool:
    """Whether the last bracket closes something inside an argument, as in "start_box='(1,2)", whose call does not end."""
    return body[:end].rstrip()[-1:] not in ("'", '"') and body.count("(", 0, end) >= body.count(")", 0, end + 1)


def _arguments(body: str) -> Mapping[str, str]:
    names: list[re.Match[str]] = []
    for name in _ARGUMENT.finditer(body):
        if not names or _is_whole(body[names[-1].end() : name.start()].strip()):
            names.append(name)
    if not names:
        return {"": _value(body)} if body else {}
    ends = [following.start() for following in names[1:]] + [len(body)]
    return {name[1]: _value(body[name.end() : end]) for name, end in zip(names, ends, strict=True)}


def _is_whole(value: str) -> bool:
    """Whether a value that begins with a quote ends with it; what looks like an argument before that is part of its text."""
    quote = value[:1]
    return quote not in ("'", '"') or (len(value) > 1 and value.endswith(quote))


def _value(text: str) -> str:
    """An argument without its quotes, and with what its escapes stand for."""
    text = text.strip().rstrip(",")
    if text[:1] in ("'", '"'):
        quote = text[0]
        text = text[1:-1] if len(text) > 1 and text.endswith(quote) else text[1:]
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text)
