"""The kinds of fields that records are made of: bounded, and always such that JSON can hold them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    NonNegativeInt,
    SerializerFunctionWrapHandler,
    model_serializer,
)

MAX_CHARACTERS = 65_536
"""Of each text of a record, the note included that says how many were left out."""
MAX_MESSAGE_CHARACTERS = 2**20
"""Of each text that went to a model or came from one: a whole state of a car in words has 126,000."""
MAX_COUNT = 10**15
"""Highest count of tokens or calls that is recorded; a server may claim any number."""
MAX_INTEGER = 2**63 - 1
"""Integers of JSON beyond it, up and down, are recorded as their hexadecimal text: decimal digits cost quadratic time."""
MIN_LOGPROB = -1e9
"""What stands for the logarithm of a probability of nothing, which JSON cannot hold."""


def _bounded(value: str, longest: int) -> str:
    """Text that can be encoded, because models do send halves of surrogate pairs, and that is bounded."""
    if len(value) <= longest and value.isascii():
        return value
    if len(value) > longest:
        kept = longest - 40
        value = f"{value[:kept]}… [{len(value) - kept} more characters]"
    return value.encode("utf-8", "replace").decode()


def _text(value: Any) -> Any:
    return _bounded(value, MAX_CHARACTERS) if isinstance(value, str) else value


def _texts(value: Any) -> Any:
    """Texts that are bounded each; as a rule all of them are, which is seen at once."""
    if not isinstance(value, list | tuple):
        return value
    try:
        whole = "".join(value)
        whole.encode()
    except (TypeError, UnicodeEncodeError):
        return [_text(item) for item in value]
    return value if len(whole) <= MAX_CHARACTERS else [_text(item) for item in value]


def _message_text(value: Any) -> Any:
    return _bounded(value, MAX_MESSAGE_CHARACTERS) if isinstance(value, str) else value


def _json(value: Any) -> Any:
    """JSON with sorted keys; what JSON cannot hold is kept as text, because a record must never fail an episode."""
    if isinstance(value, dict):
        return {_bounded(str(key), MAX_CHARACTERS): _json(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    return _scalar(value)


def _json_as_sent(value: Any) -> Any:
    """JSON as it was sent: the order of keys is a part of it, as the order in which a schema lets a model write them."""
    if isinstance(value, dict):
        return {_bounded(str(key), MAX_CHARACTERS): _json_as_sent(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json_as_sent(item) for item in value]
    return _scalar(value)


class SentJson(dict[str, Any]):
    """JSON as it was sent that a record can hold. Records take it as it is, however many of them hold it."""

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> Self:
        """The JSON of an object."""
        return cls(_json_as_sent(dict(value)))


def _sent(value: Any) -> Any:
    return value if isinstance(value, SentJson) else _json_as_sent(value)


def _scalar(value: Any) -> Any:
    if isinstance(value, str):  # first, because most are
        return _bounded(value, MAX_CHARACTERS)
    if isinstance(value, int) and abs(value) > MAX_INTEGER:
        return _text(f"{value:#x}")
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return _bounded(str(value), MAX_CHARACTERS)


def _count(value: Any) -> Any:
    """A count that can be added up and written; what is no number is left to the type's own check."""
    return min(value, MAX_COUNT) if isinstance(value, int) else value


def _logprob(value: Any) -> Any:
    return value if not isinstance(value, float) or math.isfinite(value) else MIN_LOGPROB


_Item = TypeVar("_Item")
Items: TypeAlias = Annotated[tuple[_Item, ...], FailFast()]
"""Any number of items; the first that is wrong is told, since an error for each of millions would take all memory."""
RecordText: TypeAlias = Annotated[str, BeforeValidator(_text)]
Texts: TypeAlias = Annotated[tuple[str, ...], FailFast(), BeforeValidator(_texts)]
"""Any number of texts, each bounded as `RecordText` is."""
MessageText: TypeAlias = Annotated[str, BeforeValidator(_message_text)]
Json: TypeAlias = Annotated[Any, BeforeValidator(_json)]
"""What `_json` makes is JSON; pydantic's own type for it would look at each value once more, and when it is written again."""
JsonObject: TypeAlias = Annotated[dict[str, Any], BeforeValidator(_json)]
JsonAsSent: TypeAlias = Annotated[dict[str, Any], BeforeValidator(_sent)]
Count: TypeAlias = Annotated[NonNegativeInt, BeforeValidator(_count)]
Logprob: TypeAlias = Annotated[float, BeforeValidator(_logprob)]
Digest: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256")]
MOMENT_PATTERN = (
    "(?P<kind>screenshot|marked|windscreen)-(?P<moment>0|[1-9][0-9]{0,8})"
    "(-(?P<width>[1-9][0-9]{0,3})x(?P<height>[1-9][0-9]{0,3})(?P<padded>p?))?"
)
"""Names of pictures that can be drawn again; see `runs.records.picture_log`."""
PictureName: TypeAlias = Annotated[
    str,
    Field(
        pattern=rf"^([0-9a-f]{{64}}|{MOMENT_PATTERN})$",
        description="SHA-256 of an image file, or kind and moment of a picture that can be drawn again",
    ),
]


class FrozenRecord(BaseModel):
    """A record: immutable, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with other values; properties that were computed and cached are those of the original, and are left behind."""
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]
        return copied

    def line(self) -> str:
        """The record as one line of JSON, without its end."""
        return self.model_dump_json()


class SparseRecord(FrozenRecord):
    """A record that is written without some of its fields where they hold nothing.

    Attributes:
        sparse: names of these fields.
    """

    sparse: ClassVar[tuple[str, ...]] = ()

    @model_serializer(mode="wrap")
    def _without_empty(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data: dict[str, Any] = written(self)
        for name in self.sparse:
            if not data.get(name, True):
                del data[name]
        return data
