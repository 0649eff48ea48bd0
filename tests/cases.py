"""A rule and its many small cases as one test: pytest takes longer to run and report a test than most of them take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from typing import Any

import pytest

Test = Callable[..., None]
PARAMETERS = type(pytest.param())


def cases(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, in one test: every case is tried, and each that fails is reported with its values.

    For rules that need no fixture of their own for each case: the fixtures of the test are the same for all of them. A case that
    skips has failed, since it would leave out those after it.
    """
    named = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    given = list(rows)

    def in_one_go(test: Test) -> Test:
        @wraps(test)
        def every_case(*self: Any, **fixtures: Any) -> None:
            faults = []
            for row in given:
                values = _values(row, len(named))
                try:
                    test(*self, **fixtures, **dict(zip(named, values, strict=True)))
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as fault:
                    fault.add_note(f"case: {getattr(row, 'id', None) or repr(values)[:200]}")
                    faults.append(fault)
            if faults:
                raise BaseExceptionGroup(f"{len(faults)} of {len(given)} cases", faults)

        plain = signature(test)
        kept = [parameter for name, parameter in plain.parameters.items() if name not in named]
        every_case.__signature__ = plain.replace(parameters=kept)  # type: ignore[attr-defined]
        return every_case

    return in_one_go


def _values(row: Any, count: int) -> tuple[Any, ...]:
    if isinstance(row, PARAMETERS):
        assert not row.marks, "a case has no marks of its own"
        return tuple(row.values)
    return (row,) if count == 1 else tuple(row)
