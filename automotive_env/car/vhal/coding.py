"""How a fact of the car is written on Android: one pair of functions a row of the signal table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from automotive_env.car.core.values import Scalar
from automotive_env.car.vhal.properties import RawPropertyValue


@dataclass(frozen=True, slots=True)
class ValueCoding:
    """Between the value in the state core and the value on Android.

    Attributes:
        encode: value of the car -> value on Android. Raises ValueError where Android cannot say it.
        decode: value on Android -> value of the car. Raises ValueError where the car cannot hold it.
    """

    encode: Callable[[Scalar], RawPropertyValue]
    decode: Callable[[RawPropertyValue], Scalar]


def _plain(value: Scalar) -> RawPropertyValue:
    if value is None:
        raise ValueError("Android has no way to say that there is no value")
    return value


def _scalar(value: RawPropertyValue) -> Scalar:
    if isinstance(value, (tuple, bytes)):
        raise ValueError(f"{value!r} is no single value")
    return _tidy(_float(value)) if isinstance(value, float) else value


def _tidy(value: float) -> float:
    """A whole number as an integer, as the car holds it."""
    return int(value) if value.is_integer() else value


def _float(value: Scalar | RawPropertyValue) -> float:
    if isinstance(value, (str, bytes, tuple)) or value is None:
        raise ValueError(f"{value!r} is no number")
    if not -1e15 < value < 1e15:  # NaN fails, too
        raise ValueError(f"{value!r} is out of range")
    return float(value)


SAME = ValueCoding(_plain, _scalar)
"""The value itself."""

FLAG = ValueCoding(lambda value: value is True, lambda raw: raw in (True, 1, "1"))
"""True and false; 1 and 0 in settings."""


def number(factor: float, digits: int = 2) -> ValueCoding:
    """A number: what the car counts as 1, Android counts as `factor`; decoded to a number of digits after the point."""

    def decode(raw: RawPropertyValue) -> Scalar:
        return _tidy(round(_float(raw) / factor, digits))

    return ValueCoding(lambda value: _float(value) * factor, decode)


def whole(factor: float) -> ValueCoding:
    """The same where Android holds a whole number, and so nothing between."""
    scaled = number(factor, 0)
    return ValueCoding(lambda value: round(_float(value) * factor), scaled.decode)


def words(table: Mapping[Scalar, RawPropertyValue]) -> ValueCoding:
    """Words of the car, each with its value on Android; another one on Android is read as the last word.

    Raises:
        ValueError: on encoding, the word is not in the table.
    """
    back = {raw: word for word, raw in table.items()}
    last = list(table)[-1]

    def encode(word: Scalar) -> RawPropertyValue:
        if word not in table:
            raise ValueError(f"must be one of {', '.join(map(str, table))}, not {word!r}")
        return table[word]

    return ValueCoding(encode, lambda raw: back.get(raw, last))


def switch(off: int, on: int) -> ValueCoding:
    """A flag that Android keeps as a number: everything but `off` is on."""
    return ValueCoding(lambda value: on if value is True else off, lambda raw: raw != off)
