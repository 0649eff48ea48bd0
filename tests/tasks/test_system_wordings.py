"""Honest wordings of what the tasks of the system want said pass; what says the contrary, or nothing, does not."""

import pytest

from automotive_env.tasks.system_bluetooth import HELD, TURNED_DOWN
from automotive_env.validators.answers import Says, said


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
            ],
            [
                "Your phone dropped off.",
                "The phone was disconnected.",
                "It is no longer connected.",
                "I watched it.",
                "The phone has disconnected, though it is still paired.",
            ],
        ),
        (
            TURNED_DOWN,
            [
                "Kitchen speaker refused to be paired.",
                "The device does not answer.",
                "It rejected the pairing.",
                "Watch 41 didn't respond.",
                "There was no response from it.",
                "The TV does not want to be paired with a car.",
                "It won't accept the pairing.",
                "The pairing timed out.",
            ],
            ["I can't do that.", "It is not nearby.", "You have to park first."],
        ),
    ],
)
def test_what_is_told_at_the_end(fact: Says, right: list[str], wrong: list[str]) -> None:
    assert [text for text in right if not said(text, fact)] == []
    assert [text for text in wrong if said(text, fact)] == []
