"""Honest wordings of what the tasks of the maps want said pass, whoever chose them; what says the contrary does not."""

import pytest
from cases import cases

from automotive_env.proving.playing import instance
from automotive_env.task import Task, TaskInstance
from automotive_env.tasks.maps_errands import ALL_OPEN
from automotive_env.tasks.maps_messages import AS_AGREED
from automotive_env.tasks.maps_watch import NO_HAIL
from automotive_env.tasks.registry import TASKS
from automotive_env.validators.answers import Says, said
from automotive_env.verdict import nothing_to_do


def _told(task: Task, drawn: TaskInstance, text: str) -> bool:
    fine = [nothing_to_do(task, drawn)] if drawn.ending == "refrain" else []
    return said(text, *fine, *task.reason(drawn)).met


def _all_are(name: str, said_of: dict[bool, list[str]], key: str) -> None:
    """Each text passes in instances whose parameter is the key's, and in no other."""
    for number in range(6):
        drawn = instance(TASKS[name], number, "refrain")
        for value, texts in said_of.items():
            assert [text for text in texts if _told(TASKS[name], drawn, text) is not (drawn.params[key] is value)] == []


def test_motorways_are_avoided_or_not() -> None:
    avoided = ["Motorways are already avoided.", "The route keeps off motorways already.", "Motorways are excluded, as you wish."]
    used = ["Motorways are not avoided already.", "Avoid motorways is already off.", "Nothing to change: motorways are allowed."]
    _all_are("maps.motorway_worth_it", {True: avoided, False: used}, "avoids")


def test_camera_warnings_are_on_or_off() -> None:
    on = ["The warnings are already on, and they are lawful here.", "They are on, as the law here allows."]
    off = ["Camera warnings are already off.", "They are off, since the law forbids them here.", "It is disabled already."]
    _all_are("maps.speed_cameras", {True: on, False: off}, "allowed")


@cases(
    ("text", "passes"),
    [
        ("Summer tyres are allowed here today.", True),
        ("You may drive on summer tyres here, so nothing was changed.", True),
        ("No need to change anything: winter tyres are not required by a general rule here.", True),
        ("Winter tyres are only required from 1 November to 15 April, so nothing needs to be done.", True),
        ("Summer tyres are not allowed here.", False),
        ("Winter tyres are required, nothing to do.", False),
    ],
)
def test_summer_tyres_are_lawful(text: str, passes: bool) -> None:
    assert _told(TASKS["maps.summer_tyres"], instance(TASKS["maps.summer_tyres"], 0, "refrain"), text) is passes


def test_what_is_avoided_already_is_named() -> None:
    task = TASKS["maps.roads_to_avoid"]
    for number in range(5):
        drawn = instance(task, number, "refrain")
        what = drawn.params["what"]
        other = "tolls" if what != "tolls" else "ferries"
        assert _told(task, drawn, f"The route already keeps off {what}, nothing to change.")
        assert _told(task, drawn, f"All is well: {what} are avoided already.")
        assert not _told(task, drawn, f"The route already avoids {other}.")
        assert _told(task, drawn, "Nothing needs to be done.")  # nobody asked why


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("All of them are closed at this hour.", True),
        ("None of the pharmacies is open for another 40 minutes.", True),
        ("There isn't one nearby that stays open long enough.", True),
        ("I cannot do that.", False),
        ("I do not like it.", False),
    ],
)
def test_no_shop_is_open_long_enough(text: str, passes: bool) -> None:
    assert _told(TASKS["maps.nearest_open"], instance(TASKS["maps.nearest_open"], 0, "decline"), text) is passes


@pytest.mark.parametrize(
    ("fact", "right", "wrong"),
    [
        (
            ALL_OPEN,
            ["All three are open right now.", "Every stop is open.", "None of the stops is closed.", "They are still open."],
            ["One of them is closed.", "The bakery has shut already.", "The route has three stops."],
        ),
        (
            AS_AGREED,
            ["Everything stays as planned.", "Nothing changes.", "No changes, all as agreed.", "The plans are unchanged."],
            ["It is all cancelled.", "The visit is called off.", "Hello."],
        ),
        (
            NO_HAIL,
            ["There was no hail.", "It didn't hail, it just rains.", "Only rain.", "No hailstones fell."],
            ["It hails.", "Hail has come.", "All fine."],
        ),
    ],
)
def test_what_is_told_at_the_end(fact: Says, right: list[str], wrong: list[str]) -> None:
    assert [text for text in right if not said(text, fact).met] == []
    assert [text for text in wrong if said(text, fact).met] == []
