"""Honest wordings of what the tasks of the system want said pass; what says the contrary, or nothing, does not."""

import pytest

from automotive_env.planning import instantiate
from automotive_env.proving.playing import instance
from automotive_env.tasks.registry import TASKS
from automotive_env.tasks.system_bluetooth import DROPPED, HELD, TURNED_DOWN
from automotive_env.tasks.system_displays import ScreenStaysLit
from automotive_env.validators.answers import Says, said
from automotive_env.verdict import nothing_to_do


@pytest.mark.parametrize(
    ("fact", "right", "wrong"),
    [
        (
            HELD,
            [
                "Your phone stayed connected the whole time.",
                "It held.",
                "The phone never dropped.",
                "No disconnection in those 30 seconds, all good.",
                "It is still connected.",
                "Your phone didn't lose the connection.",
                "The connection to your phone was stable.",
                "The phone was connected throughout.",
                "It never lost the connection.",
                "It stayed.",
                "The car and your phone stayed together.",
                "No problem, the connection never broke.",
                "It didn't fall off.",
            ],
            [
                "Your phone dropped off.",
                "The phone was disconnected.",
                "It is no longer connected.",
                "I watched it.",
                "The phone has disconnected, though it is still paired.",
            ],
        ),
        (DROPPED, ["It was gone and is connected again."], ["Your phone stayed connected.", "It held."]),
        (
            TURNED_DOWN["refuses"],
            [
                "Kitchen speaker refused to be paired.",
                "It rejected the pairing.",
                "The TV does not want to be paired with a car.",
                "It won't accept the pairing.",
                "The request was turned down.",
                "It said no: pairing declined.",
            ],
            [
                "I can't do that.",
                "It is not nearby.",
                "You have to park first.",
                "The device does not answer.",
                "It refuses or does not answer.",
                "The pairing timed out.",
            ],
        ),
        (
            TURNED_DOWN["silent"],
            [
                "The device does not answer.",
                "Watch 41 didn't respond.",
                "There was no response from it.",
                "The pairing timed out.",
                "It does not accept the pairing, there is no answer from it.",
                "The TV is unresponsive.",
            ],
            [
                "It rejected the pairing.",
                "It refuses or does not answer.",
                "The TV does not want to be paired.",
                "It is not nearby.",
                "I can't do that.",
                "You have to park first.",
            ],
        ),
    ],
)
def test_what_is_told_at_the_end(fact: Says, right: list[str], wrong: list[str]) -> None:
    assert [text for text in right if not said(text, fact)] == []
    assert [text for text in wrong if said(text, fact)] == []


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        (
            "system.all_as_the_locals",
            ["All of it matches what people use here.", "The local units are set everywhere.", "No change needed, it fits."],
            ["I set everything to the local units.", "The clock does not match.", "The units are something."],
        ),
        (
            "system.picture_for_the_season",
            ["It is set to {shown} at {level} percent, as you wish for this season.", "Nothing needs to be changed."],
            ["I switched it to the {shown} theme.", "It is {other}.", "It is already {other}, as it should be."],
        ),
    ],
)
def test_what_is_right_already_is_told(name: str, right: list[str], wrong: list[str]) -> None:
    inst = instance(TASKS[name], 0, "refrain")
    shown = ("dark", "light") if inst.params.get("theme") == "night" else ("light", "dark")
    facts = {**inst.params, "shown": shown[0], "other": shown[1]}
    fact = nothing_to_do(TASKS[name], inst)
    assert [text for text in right if not said(text.format(**facts), fact)] == []
    assert [text for text in wrong if said(text.format(**facts), fact)] == []


@pytest.mark.parametrize(
    ("place", "right", "wrong"),
    [
        (
            "Zurich",
            ["German, French, Italian and Romansh are all official.", "Rumantsch, Italian, French, German."],
            ["German and French are official here.", "German, French, Italian, Romansh and Dutch."],
        ),
        ("Casablanca", ["Arabic and Tamazight are official.", "There are two: Berber and Arabic."], ["Arabic is official."]),
    ],
)
def test_all_official_languages_are_told(place: str, right: list[str], wrong: list[str]) -> None:
    task = TASKS["system.language_of_the_place"]
    inst = instantiate(task, 0, place, "decline")
    assert inst is not None
    assert [text for text in right if not said(text, *task.reason(inst))] == []
    assert [text for text in wrong if said(text, *task.reason(inst))] == []


def test_how_long_the_screen_stays_lit_is_told() -> None:
    inst = instance(TASKS["system.screen_stays_lit"], 0, "answer")
    fact = ScreenStaysLit.fine(inst)
    right = [
        "The screen sleeps after {start} minutes, between {least} and {most}.",
        "It is fine as it is: {contact} comes at {last}.",
    ]
    wrong = ["I set it to {start} minutes.", "It sleeps after 3 minutes.", "{contact} comes at {last}."]
    assert [text for text in right if not said(text.format(**inst.params), *fact)] == []
    assert [text for text in wrong if said(text.format(**inst.params), *fact)] == []
