"""Honest wordings of what the tasks of the media want said pass; what says the contrary, or nothing, does not."""

import pytest

from automotive_env.proving.playing import instance
from automotive_env.tasks.registry import TASKS
from automotive_env.validators.answers import Fact, said
from automotive_env.verdict import nothing_to_do

DIAL = [
    "{station} is on {frequency}, then comes {above}.",
    "You'd tell them {number:g}. If they hear {above}, they've gone too far.",
    "{frequency} for {station}, and {above} at {other} right above it.",
    "{above} is the next one above {frequency}, where {station} sends.",
]
EXCHANGED = [
    "{station} is on {other}, and {above} on {frequency}.",
    "{above} is on {frequency}, and {station} comes next.",
    "{frequency}, and {above} is right below it.",
]
YEARS = [
    "{older} is {apart} years older than {newer}.",
    "{newer} followed {older} by {apart} years.",
    "{older} was followed by {newer} {apart} years later.",
    "{newer} is not older: {older} is, by {apart} years.",
]
OTHER_WAY = [
    "{older} followed {newer} by {apart} years.",
    "{older} is {apart} years younger than {newer}.",
    "{older} is not older, {apart} years lie between them.",
]


@pytest.mark.parametrize("number", range(4))
def test_two_stations_are_told_apart(number: int) -> None:
    inst = instance(TASKS["media.where_on_the_dial"], number)
    other = next(one.frequency_value for one in inst.scene.content.stations if one.name == inst.params["above"])
    facts = _facts("media.where_on_the_dial", number)
    told = {text: text.format(**inst.params, other=other) for text in (*DIAL, *EXCHANGED)}
    assert [text for text, words in told.items() if said(words, *facts)] == DIAL


@pytest.mark.parametrize("number", range(4))
def test_the_older_of_two_albums_is_told(number: int) -> None:
    params = instance(TASKS["media.year_of_the_album"], number).params
    by_year = sorted((params[year], params[album]) for album, year in (("album", "year"), ("other", "other_year")))
    (first, older), (second, newer) = by_year
    facts = _facts("media.year_of_the_album", number)
    told = {text: text.format(older=older, newer=newer, apart=second - first) for text in (*YEARS, *OTHER_WAY)}
    assert [text for text, words in told.items() if said(words, *facts)] == YEARS


def _facts(name: str, number: int) -> tuple[Fact, ...]:
    """What the check of an instance wants said."""
    found: list[Fact] = []

    class Listening:
        def answered(self, *facts: Fact) -> bool:
            found.extend(facts)
            return True

        def as_it_was(self, *signals: object) -> bool:
            return True

    TASKS[name].check(Listening(), instance(TASKS[name], number))  # type: ignore[arg-type]
    return tuple(found)


def test_a_song_that_is_lined_up_is_told() -> None:
    inst = instance(TASKS["media.at_the_end_of_the_queue"], 0, "refrain")
    fact = nothing_to_do(TASKS["media.at_the_end_of_the_queue"], inst)
    assert said(f"{inst.params['title']} was in the queue before, I didn't add it again.", fact)
    assert not said(f"{inst.params['title']} was not in the queue.", fact)
