"""What a server says, made safe to show and to keep: no control characters, no API keys, bounded in every part."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from automotive_env.models.model import Choice, Completion, SafetyCheck, Sampling, TokenLogprob, ToolCall
from automotive_env.models.reply import logprob

MAX_REPLY_BYTES = 64 * 2**10
"""Bytes of UTF-8 that are kept of a text, of the reasoning before it, and of a call's arguments each; the prompts of all agents
ask for less than a tenth of it."""
MAX_OPAQUE_BYTES = 512 * 2**10
"""Bytes that are kept of a reply in its vendor's form: encrypted reasoning is several times as long as what it says."""
MAX_CHOICES = 128
"""Replies that are kept where it is not known how many were asked for."""
MAX_TOOL_CALLS = 64
MAX_SAFETY_CHECKS = 16
"""Of a call."""
MAX_CHECK_CHARACTERS = 1_000
"""Of the explanation of a safety check."""
MAX_NAME_CHARACTERS = 128
"""Of a tool's name and a call's id; no vendor allows more."""
MAX_LOGPROB_TOKENS = 2**17
MAX_ALTERNATIVES = 20
MAX_TOKEN_CHARACTERS = 128
MAX_FINISH_CHARACTERS = 40
MIN_KEY_CHARACTERS = 8
"""Shorter values are placeholders such as "EMPTY"; masking them would damage ordinary words."""
MIN_PIECE_CHARACTERS = 12
"""So many characters of a key in a row are masked, too: replies end in the middle of one. Prefixes of all keys are shorter."""
MASK = "***"
_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{10}")
_URL_SAFE = str.maketrans("+/", "-_")

_TERMINAL_COLOUR = r"\x1b\[[0-?]*[ -/]*[@-~]"
_CONTROL = re.compile(rf"{_TERMINAL_COLOUR}|\r(?=\n)|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Everything that can steer a terminal or reverse the direction of text; tab and line feed stay."""


def sanitise(completion: Completion, keys: Iterable[str] = (), asked: Sampling | None = None) -> Completion:
    """The completion without control characters and keys, no larger than the bounds above.

    Args:
        completion: as the server sent it.
        keys: API keys that the server may have seen.
        asked: the options of the request: no more replies and tokens are kept than these allow.
    """
    keys = tuple(keys)
    choices = max(1, asked.n) if asked else MAX_CHOICES
    tokens = min(asked.max_tokens if asked else MAX_LOGPROB_TOKENS, MAX_LOGPROB_TOKENS)
    return replace(completion, choices=tuple(_choice(choice, keys, tokens) for choice in completion.choices[:choices]))


def _choice(choice: Choice, keys: Sequence[str], tokens: int) -> Choice:
    text, text_dropped = _bounded(choice.text, keys)
    reasoning, reasoning_dropped = _bounded(choice.reasoning, keys)
    calls = [_call(call, keys) for call in choice.tool_calls[:MAX_TOOL_CALLS]]
    ids_kept = [call.id for call, _ in calls] == [call.id for call in choice.tool_calls]
    return Choice(
        text=text,
        reasoning=reasoning,
        tool_calls=tuple(call for call, _ in calls),
        finish=one_line(choice.finish, keys, MAX_FINISH_CHARACTERS),
        logprobs=_logprobs(choice.logprobs[:tokens], keys),
        dropped=choice.dropped + text_dropped + reasoning_dropped + sum(dropped for _, dropped in calls),
        opaque=_whole(choice.opaque, keys) if ids_kept else "",  # the vendor wants an answer to each call
    )


def _whole(opaque: str, keys: Iterable[str]) -> str:
    """A vendor's form of a reply, or nothing: the vendor refuses one that was cut or masked."""
    fits = len(opaque.encode("utf-8", "replace")) <= MAX_OPAQUE_BYTES
    return opaque if fits and mask_keys(without_controls(opaque), keys) == opaque else ""


def _bounded(text: str, keys: Iterable[str]) -> tuple[str, int]:
    """What is kept of a text, and how many characters are not."""
    whole = mask_keys(without_controls(text), keys)
    kept = whole.encode()[:MAX_REPLY_BYTES].decode("utf-8", "ignore")
    return kept, len(whole) - len(kept)


def _call(call: ToolCall, keys: Iterable[str]) -> tuple[ToolCall, int]:
    arguments, dropped = _bounded(call.arguments, keys)
    id, name = (one_line(text, keys, MAX_NAME_CHARACTERS) for text in (call.id, call.name))
    signature = call.signature if re.fullmatch(r"[A-Za-z0-9+/=]*", call.signature) else ""
    checks = tuple(_check(check, keys) for check in call.checks[:MAX_SAFETY_CHECKS])
    return ToolCall(id, name, arguments, mask_keys(signature[:MAX_REPLY_BYTES], keys), checks), dropped


def _check(check: SafetyCheck, keys: Iterable[str]) -> SafetyCheck:
    id, code = (one_line(text, keys, MAX_NAME_CHARACTERS) for text in (check.id, check.code))
    return SafetyCheck(id, code, one_line(check.message, keys, MAX_CHECK_CHARACTERS))


def _logprobs(told: Sequence[TokenLogprob], keys: Iterable[str]) -> tuple[TokenLogprob, ...]:
    """Of replies whose tokens spell a key, one after the other, the numbers are kept and no token."""
    clean = tuple(_token_logprob(one) for one in told)
    rows = [[one.token for one in clean]]
    ranks = range(max((len(one.alternatives) for one in clean), default=0))
    rows += [[one.alternatives[rank][0] for one in clean if rank < len(one.alternatives)] for rank in ranks]
    if all(mask_keys(text, keys) == text for text in map("".join, rows)):
        return clean
    return tuple(TokenLogprob(MASK, one.logprob) for one in clean)


def _token_logprob(told: TokenLogprob) -> TokenLogprob:
    alternatives = tuple(_alternative(*other) for other in told.alternatives[:MAX_ALTERNATIVES])
    return TokenLogprob(*_alternative(told.token, told.logprob), alternatives)


def _alternative(token: str, number: float) -> tuple[str, float]:
    return _token(token), logprob(number)


def _token(token: str) -> str:
    return without_controls(token)[:MAX_TOKEN_CHARACTERS]


def one_line(text: str, keys: Iterable[str], longest: int) -> str:
    """The text on one line of at most `longest` characters. Keys are masked first, since a key cut in two is not recognised."""
    line = mask_keys(" ".join(without_controls(text).split()), keys)
    return line if len(line) <= longest else line[: longest - 3] + "..."


def mask_keys(text: str, keys: Iterable[str]) -> str:
    """The text with asterisks for each key and its pieces, also if they are escaped as in URLs or JSON, in base64 or in hex."""
    for key in keys:
        if len(key) >= MIN_KEY_CHARACTERS:
            text = _mask_pieces(_pattern(key).sub(MASK, text), (key,), key)
            if _ENCODED.search(text):
                text = _mask_pieces(text, _encoded(key), key)
    return text


@lru_cache(maxsize=16)
def _encoded(key: str) -> tuple[str, ...]:
    """What a key looks like in base64, wherever in the encoded text it begins, and in hexadecimal."""
    data = key.encode()
    shifted = [b64encode(bytes(before) + data).decode().rstrip("=") for before in range(3)]
    # Three bytes are four characters: those that also hold bits of what stands before or after the key are left out.
    base64 = [form[-(-before * 4 // 3) : (before + len(data)) * 4 // 3] for before, form in enumerate(shifted)]
    url_safe = [form.translate(_URL_SAFE) for form in base64]
    return tuple(dict.fromkeys((*base64, *url_safe, data.hex(), data.hex().upper())))


def _mask_pieces(text: str, forms: Iterable[str], key: str) -> str:
    """The text with asterisks for pieces of a key, in any of its forms."""
    kept, end = [], 0
    for start, stop in sorted({place for form in forms for place in _pieces(form, key, text)}):
        if start > end or not end:
            kept += [text[end:start], MASK]
        end = max(end, stop)
    return "".join((*kept, text[end:]))


def _pieces(form: str, key: str, text: str) -> Iterator[tuple[int, int]]:
    """Where the form of a key, or what stands for `MIN_PIECE_CHARACTERS` of a longer key, begins and ends in a text."""
    length = min(MIN_PIECE_CHARACTERS * len(form) // len(key), len(form))
    for piece in {form[start : start + length] for start in range(len(form) - length + 1)}:
        for start in _places(piece, text):
            yield start, start + length


def _places(piece: str, text: str) -> Iterator[int]:
    """Where a piece begins in a text, overlapping ones included."""
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1)


@lru_cache(maxsize=16)
def _pattern(key: str) -> re.Pattern[str]:
    def written(character: str) -> str:
        code = f"{ord(character):02x}"
        return rf"(?:{re.escape(character)}|%(?:25)*{code}|\\u00{code}|\\{re.escape(character)})"

    return re.compile("".join(map(written, key)), re.IGNORECASE)


def without_controls(text: str) -> str:
    """The text without control characters, and without lone surrogates, which JSON can carry and no file can hold."""
    return _CONTROL.sub("", text.encode("utf-8", "replace").decode())
