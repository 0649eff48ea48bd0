"""Criteria compose and are evaluated whole."""

import ast
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import automotive_env
from automotive_env.validators.criterion import Criterion, every, some

PACKAGE = Path(automotive_env.__path__[0])


def leaf(met: bool, name: str = "x") -> Criterion:
    return Criterion(name, f"{name} on", "on" if met else "off", met)


criteria = st.recursive(
    st.booleans().map(leaf),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: pair[0] & pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] | pair[1]),
        inner.map(lambda one: ~one),
    ),
    max_leaves=8,
)


@given(criteria, criteria)
def test_operators_mean_what_they_mean_for_booleans(a: Criterion, b: Criterion) -> None:
    assert bool(a & b) == (bool(a) and bool(b))
    assert bool(a | b) == (bool(a) or bool(b))
    assert bool(~a) == (not bool(a))


@given(criteria)
def test_what_is_not_met_says_why_and_what_is_met_says_nothing(one: Criterion) -> None:
    assert bool(list(one.unmet())) == (not one.met)
    assert bool(one.explanation()) == (not one.met)
    assert all(not part.met for part in one.unmet())


def test_no_row_is_hidden_by_the_answer_of_another() -> None:
    tree = (leaf(False, "a") & leaf(True, "b") | leaf(True, "c")).to_json()
    assert [part["name"] for part in tree["any"][0]["all"]] == ["a", "b"]
    assert tree["met"] is True


def test_nothing_is_all_but_not_any() -> None:
    assert every().met
    assert not some().met


def joins_criteria(node: ast.AST) -> bool:
    """Whether `and`, `or` or `not` are used on anything but texts and comparisons of plain values."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return isinstance(node.operand, ast.Call)
    plain = ast.Compare | ast.Constant | ast.Name | ast.ListComp
    return isinstance(node, ast.BoolOp) and not any(isinstance(value, plain) for value in node.values)


def test_checks_never_stop_at_the_first_answer() -> None:
    """`and`, `or` and `not` on criteria would; in methods that return a criterion they are only used on plain values."""
    faults = []
    for path in (*PACKAGE.glob("tasks/*.py"), PACKAGE / "validators" / "check.py", PACKAGE / "validators" / "harm.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and "Criterion" in ast.unparse(function.returns or ast.Constant("")):
                for returned in (node for node in ast.walk(function) if isinstance(node, ast.Return)):
                    faults += [f"{path.name}:{node.lineno}" for node in ast.walk(returned) if joins_criteria(node)]
    assert faults == []
