"""Explanations: why a tree of criteria is not met, in one short line."""

from hypothesis import given
from hypothesis import strategies as st

from automotive_env.validators.criterion import MAX_EXPLANATION_CHARACTERS, Criterion, every, some


def row(name: str, met: bool = False) -> Criterion:
    return Criterion(name, f"{name} on", "on" if met else "off", met)


leaves = st.builds(Criterion, st.text(max_size=9), st.text(min_size=1, max_size=200), st.text(max_size=200), st.booleans())
trees = st.recursive(
    leaves,
    lambda parts: st.one_of(
        st.lists(parts, max_size=5).map(lambda several: every(*several)),
        st.lists(parts, max_size=5).map(lambda several: some(*several)),
        parts.map(lambda one: ~one),
    ),
    max_leaves=20,
)


@given(trees)
def test_an_explanation_is_short_and_there_exactly_where_something_is_not_met(tree: Criterion) -> None:
    assert len(tree.explanation()) <= MAX_EXPLANATION_CHARACTERS
    assert bool(tree.explanation()) is not tree.met
    assert bool(list(tree.unmet())) is not tree.met


@given(trees)
def test_json_holds_the_whole_tree(tree: Criterion) -> None:
    assert Criterion.from_json(tree.to_json()) == tree


def test_everything_that_is_missing_is_told() -> None:
    tree = row("a") & row("b", met=True) & row("c")
    assert tree.explanation() == "wanted a on, found off; wanted c on, found off"


def test_of_alternatives_the_nearest_is_told_and_the_others_are_counted() -> None:
    tree = (row("a") & row("b")) | (row("c", met=True) & row("d")) | (row("e") & row("f"))
    assert tree.explanation() == "wanted d on, found off (or 2 other ways)"
    assert ((row("a") | row("b")) & row("c") | row("d") & row("e")).explanation() == (
        "wanted a on, found off; wanted c on, found off (or 1 other way)"
    )


def test_a_list_of_many_side_effects_is_cut_and_what_does_not_fit_is_counted() -> None:
    many = Criterion("side_effects", "nothing else changed", ", ".join(f"path.number{n}" for n in range(90)), met=False)
    told = every(row("a"), many, *(row(f"a long sentence about number {n}") for n in range(4))).explanation()
    assert told.startswith("wanted a on, found off; wanted nothing else changed, found path.number0, ")
    assert told.endswith("…; 4 more")
    assert len(told) <= MAX_EXPLANATION_CHARACTERS


def test_no_alternative_at_all_is_explained_too() -> None:
    assert some().explanation()
    assert not every().explanation()


def test_a_negation_says_what_must_not_be() -> None:
    assert (~row("mute", met=True)).explanation() == "wanted not: mute on, found on"
