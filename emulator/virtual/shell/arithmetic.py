"""`$((...))`: whole numbers of 32 bits, as in mksh."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping

_TOKEN = re.compile(
    r"\s*(0[xX][0-9A-Fa-f]+|\d+|[A-Za-z_]\w*|<<=|>>=|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|[-+*/%<>&|^!~?:=(),])\s*"
)
_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_SETS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
DEPTH = 20
"""How deep parentheses and variables that hold expressions may go."""


class ArithmeticFault(Exception):
    """The expression has no value."""


def wrap(value: int) -> int:
    """A whole number as 32 bits hold it."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def _divide(left: int, right: int) -> int:
    if right == 0:
        raise ArithmeticFault("zero divisor")
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


_DO: dict[str, Callable[[int, int], int]] = {
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
    "&": lambda left, right: left & right,
    "==": lambda left, right: int(left == right),
    "!=": lambda left, right: int(left != right),
    "<": lambda left, right: int(left < right),
    "<=": lambda left, right: int(left <= right),
    ">": lambda left, right: int(left > right),
    ">=": lambda left, right: int(left >= right),
    "<<": lambda left, right: left << (right & 31),
    ">>": lambda left, right: left >> (right & 31),
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": _divide,
    "%": lambda left, right: left - right * _divide(left, right),
}


class _Sum:
    """One expression while it is worked out; nothing is done where `dry` says that its value is not needed."""

    def __init__(self, text: str, variables: MutableMapping[str, str], depth: int) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._variables = variables
        self._depth = depth
        self._dry = 0

    def value(self) -> int:
        """The value of the whole text; 0 of nothing."""
        value = self._comma() if self._tokens else 0
        if self._at < len(self._tokens):
            raise ArithmeticFault(f"unexpected '{self._tokens[self._at]}'")
        return value

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def _comma(self) -> int:
        value = self._set()
        while self._peek() == ",":
            self._take()
            value = self._set()
        return value

    def _set(self) -> int:
        name = self._peek()
        operator = self._tokens[self._at + 1] if self._at + 1 < len(self._tokens) else ""
        if not _is_name(name) or operator not in _SETS:
            return self._choice()
        self._at += 2
        value = self._set()
        if operator != "=" and not self._dry:
            value = wrap(_DO[operator[:-1]](self._variable(name), value))
        return self._store(name, value)

    def _store(self, name: str, value: int) -> int:
        if not self._dry:
            self._variables[name] = str(value)
        return value

    def _choice(self) -> int:
        condition = self._binary(0)
        if self._peek() != "?":
            return condition
        self._take()
        yes = self._needed(bool(condition), self._comma)
        if self._take() != ":":
            raise ArithmeticFault("missing ':'")
        no = self._needed(not condition, self._set)
        return yes if condition else no

    def _needed(self, needed: bool, part: Callable[[], int]) -> int:
        self._dry += not needed
        value = part()
        self._dry -= not needed
        return value

    def _binary(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while (operator := self._peek()) in _LEVELS[level]:
            self._take()
            if operator in ("&&", "||"):
                needed = bool(left) == (operator == "&&")
                right = self._needed(needed, lambda: self._binary(level + 1))
                left = int(bool(left) and bool(right)) if operator == "&&" else int(bool(left) or bool(right))
            else:
                right = self._binary(level + 1)
                left = 0 if self._dry else wrap(_DO[operator](left, right))
        return left

    def _unary(self) -> int:
        signs: list[str] = []
        while self._peek() in ("-", "+", "!", "~"):
            signs.append(self._take())
        value = self._atom()
        for sign in reversed(signs):
            value = wrap({"-": -value, "+": value, "!": int(not value), "~": ~value}[sign])
        return value

    def _atom(self) -> int:
        token = self._take()
        if token == "(":
            return self._parenthesis()
        if token in ("++", "--"):
            name = self._take()
            return self._store(name, wrap(self._variable(name) + (1 if token == "++" else -1)))
        if _is_name(token):
            return self._named(token)
        if not token[:1].isdigit():
            raise ArithmeticFault(f"unexpected '{token}'" if token else "unexpected end of expression")
        return _number(token)

    def _parenthesis(self) -> int:
        self._depth += 1
        if self._depth > DEPTH:
            raise ArithmeticFault("nested too deep")
        value = self._comma()
        if self._take() != ")":
            raise ArithmeticFault("missing ')'")
        self._depth -= 1
        return value

    def _named(self, name: str) -> int:
        value = self._variable(name)
        if self._peek() in ("++", "--"):
            self._store(name, wrap(value + (1 if self._take() == "++" else -1)))
        return value

    def _variable(self, name: str) -> int:
        if not _is_name(name):
            raise ArithmeticFault(f"unexpected '{name}'")
        text = self._variables.get(name, "").strip()
        if self._depth >= DEPTH:
            raise ArithmeticFault("nested too deep")
        return 0 if self._dry or not text else _Sum(text, self._variables, self._depth + 4).value()


def _is_name(token: str) -> bool:
    return token[:1].isalpha() or token[:1] == "_"


def _number(token: str) -> int:
    if len(token) > 40:
        raise ArithmeticFault("number too long")
    if token[:2] in ("0x", "0X"):
        return wrap(int(token, 16))
    return wrap(int(token))


def _tokens(text: str) -> list[str]:
    found, at = [], len(text) - len(text.lstrip())
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            raise ArithmeticFault(f"unexpected '{text[at]}'")
        found.append(token[1])
        at = token.end()
    return found


def evaluate(text: str, variables: MutableMapping[str, str]) -> int:
    """The value of an expression; it may set variables.

    Raises:
        ArithmeticFault: it has none.
    """
    return _Sum(text, variables, 0).value()
