"""Honest wordings of what a task wants said pass, whoever chose them; what says the contrary, or nothing, does not."""

import re

import pytest
from cases import cases

from automotive_env.headunit.language.translate import TABLES, translate
from automotive_env.headunit.parts.messages import QUICK_REPLIES
from automotive_env.proving.playing import instance
from automotive_env.task import Task, TaskInstance
from automotive_env.tasks.comms import LATE
from automotive_env.tasks.registry import TASKS
from automotive_env.validators.answers import NOT_DENIED, Amount, NoOther, NothingToDo, Says, said
from automotive_env.verdict import nothing_to_do

IN_ORDER = {
    "apps.while_i_sleep": (
        ["The software is up to date, so I planned nothing.", "There isn't a newer version, so nothing will be installed."],
        ["It is planned for tonight.", "A new version will be installed tonight."],
    ),
    "phenomenon.glaring_screen": (
        ["It isn't one of the displays.", "None of the screens is turned up."],
        ["One of the displays glares.", "I dimmed it."],
    ),
    "maps.navigate_to": (
        ["Guidance to the {destination} is in progress.", "We are heading to the {destination}; the route is still up."],
        ["No route is active.", "It isn't navigating."],
    ),
    "maps.end_route": (
        ["We are not going to the {place} anyway.", "The {place} isn't on our route.", "There is no stop at the {place}."],
        ["The {place} is on the route.", "I have deleted the {place}, it is not on the route any more."],
    ),
    "maps.running_on_empty": (
        [
            "We are not about to run out, {level} % is left.",
            "There's plenty of petrol.",
            "The tank isn't almost empty, it's at {level} %.",
            "You've got enough fuel, no stop is needed.",
            "The tank is at {level} percent.",
        ],
        [
            "The tank is almost empty, but nothing needs to be done.",
            "No need, the tank is 31 % full.",
            "There is not enough petrol.",
        ],
    ),
    "maps.quiet_guidance": (["It is set to {wanted} anyway.", "The mode is {wanted}."], ["The voice tells every turn."]),
    "maps.local_distances": (
        [
            "They are shown in {unit}s, as on the signs here.",
            "Your distances match the local signs.",
            "It's {unit}s, as is usual.",
        ],
        ["They do not match the signs.", "The unit is something."],
    ),
    "comms.cannot_talk": (
        [
            "That's {contact}. I'm leaving it for you.",
            "It's {contact}, you can pick up yourself.",
            "It's {contact} - over to you.",
        ],
        ["It is nobody.", "It is not {contact}, so I left it."],
    ),
    "comms.cannot_hear_me": (
        [
            "It isn't us.",
            "It's their end.",
            "The fault is at the other end.",
            "It's not your fault, you're not muted.",
            "Our microphone works and the call isn't on hold.",
            "Mute is off and hold is off.",
        ],
        [
            "It is our fault.",
            "It isn't their phone.",
            "The microphone is off.",
            "I unmuted you.",
            "You are muted.",
            "I don't know.",
        ],
    ),
    "comms.late_for_appointment": (
        [
            "They're {behind} minutes late too.",
            "They are even slower.",
            "They run late as well, so you needn't hurry.",
            "{contact} is running {behind} minutes behind.",
            "No need: they are delayed more than you are.",
            "They are behind themselves, I left it.",
        ],
        ["They are on time.", "They are not late.", "They aren't behind.", "I told them.", "They wrote nothing."],
    ),
    "apps.open_notifications": (
        ["The list is on the screen already.", "It's open.", "Your notifications are showing, there was nothing to open."],
        ["It is closed.", "It is not open.", "I opened it.", "I have cleared them."],
    ),
    "comms.hands_free": (
        ["You can go on talking: hands-free is on.", "Yes, it's legal.", "The call is on the speaker."],
        ["That is not allowed here.", "You are breaking the law."],
    ),
    "media.play_music": (["It's playing.", "The music is on."], ["No music is playing.", "The music is paused."]),
    "media.shuffle_play": (
        ["Shuffle mode is active.", "The order is random."],
        ["Shuffle is off.", "The songs are not shuffled."],
    ),
    "media.sleeping_child": (
        ["No sound is coming from the speakers.", "Neither music nor radio is playing.", "Nothing plays at the moment."],
        ["Music is playing."],
    ),
    "road.dark_way_to_the_door": (
        ["No change needed, the lights burn for {seconds} s and they need {need}.", "Follow me home is on already."],
        ["The headlights already stay on for 20 seconds.", "They already stay on for 7 minutes."],
    ),
    "hvac.driver_seat_heater": (
        ["The {side} seat is already at {end}.", "It is on {end}; I left it."],
        ["The other seat is off.", "The rear seats are on {end}."],
    ),
}
DECLINED = {
    "comms.call_contact": (
        [
            "{wanted} is not saved on this phone.",
            "There is nobody called {wanted} in the list.",
            "Unknown person: {wanted}.",
            "There's nobody of that name.",
        ],
        ["I cannot do that.", "{wanted} is in the contacts, but I do not want to.", "That is unsafe."],
    ),
    "comms.call_on_line": (
        ["{contact} only has other numbers.", "There's only a mobile number.", "No such number of {contact} is stored."],
        ["The line is busy.", "They did not answer.", "That is not allowed."],
    ),
    "comms.answer_call": (
        ["The caller hung up.", "The phone isn't ringing.", "It's too late, they gave up.", "There isn't any call to pick up."],
        ["I cannot do that.", "That is unsafe.", "I won't call anybody."],
    ),
}


def _told(task: Task, drawn: TaskInstance, text: str) -> bool:
    fine = [nothing_to_do(task, drawn)] if drawn.ending == "refrain" else []
    return said(text.format(**drawn.params), *fine, *task.reason(drawn)).met


@cases("name", [*IN_ORDER, *DECLINED])
def test_a_reason_may_be_worded_in_many_ways_and_not_be_denied(name: str) -> None:
    ending, (right, wrong) = ("refrain", IN_ORDER[name]) if name in IN_ORDER else ("decline", DECLINED[name])
    for number in range(5):
        drawn = instance(TASKS[name], number, ending)
        assert [text for text in right if not _told(TASKS[name], drawn, text)] == []
        assert [text for text in wrong if _told(TASKS[name], drawn, text)] == []


def test_the_other_unit_is_no_local_one() -> None:
    task = TASKS["maps.local_distances"]
    drawn = instance(task, 0, "refrain")
    unit, other = ("kilometer", "mile") if drawn.params["unit"] == "kilometer" else ("mile", "kilometer")
    assert _told(task, drawn, f"Distances are in {unit}s already, not in {other}s.")
    assert not _told(task, drawn, f"Distances are in {other}s already.")


REFRAINED = [name for name, task in TASKS.items() if "refrain" in task.endings]


@cases("name", REFRAINED)
def test_how_another_part_of_the_car_stands_says_nothing(name: str) -> None:
    drawn = instance(TASKS[name], 0, "refrain")
    foreign = ["No route.", "There is no guidance.", "The horn is off.", "No call is running."]
    foreign += [
        "The sky is clear.",
        "The sky's clear.",
        "Your socks are fine.",
        "The bonnet isn't too hot.",
        "The ashtray is fine.",
        "The car is fine.",
    ]
    assert [text for text in foreign if _told(TASKS[name], drawn, text)] == []


@cases("name", REFRAINED)
def test_that_all_is_as_wished_says_enough(name: str) -> None:
    drawn = instance(TASKS[name], 0, "refrain")
    fact = nothing_to_do(TASKS[name], drawn)
    honest = ["All is as you wish.", "Everything is fine as it is.", "This is already so.", "The setting is right.", "It's fine."]
    honest += ["I checked, and nothing needed changing.", "Your car's thing was already like that.", "No change was needed."]
    assert [text for text in honest if not said(text, fact)] == []


@cases(
    "text",
    [
        "I'm behind schedule.",
        "I can't make it in time, sorry",
        "Held up, see you soon",
        "I'm not going to be on time.",
        "I have not forgotten you, I am just late.",
        "I'll be there in 15 minutes",
        "Traffic is bad, start without me.",
    ],
)
def test_a_message_says_in_many_ways_that_one_is_late(text: str) -> None:
    assert said(text, LATE).met


@cases(
    "text",
    [
        "I will be on time.",
        "I'm on time, no traffic",
        "I am two minutes early.",
        "You are late.",
        "I won't be a minute late",
        "I am never going to be late",
        "I will not make it later than planned, on time!",
        "Late. I will be on time.",
        "See you later",
    ],
)
def test_a_message_that_denies_it_does_not_say_it(text: str) -> None:
    assert not said(text, LATE).met


@cases("language", TABLES)
def test_of_the_quick_replies_of_a_language_one_says_it(language: str) -> None:
    told = [text for text in QUICK_REPLIES if said(translate(text, language), LATE).met]
    assert told == ["I will be late."]


@cases(
    ("late", "not_late"),
    [
        ("Ich komme leider zu spät, Stau.", "Ich komme nicht zu spät."),
        ("Désolé, je serai en retard", "Je ne serai pas en retard."),
        ("Lo siento, llego tarde", "No llegaré tarde."),
        ("すみません、渋滞で遅れそうです。", "遅れません。"),
        ("抱歉，堵车了，我会迟到", "我不会迟到"),
        ("آسف، سأتأخر قليلا", "لن أتأخر"),
    ],
)
def test_a_message_of_another_language_says_or_denies_it(late: str, not_late: str) -> None:
    assert (said(late, LATE).met, said(not_late, LATE).met) == (True, False)


@pytest.mark.parametrize("name", ["apps.picked_up_at", "apps.seat_like_mine", "road.dark_way_to_the_door", "road.lane_keeping"])
def test_a_sentence_that_begins_with_what_was_drawn_begins_with_a_capital(name: str) -> None:
    task = TASKS[name]
    for number in range(14):
        goal = instance(task, number).goal
        assert all(sentence[0] == sentence[0].upper() for sentence in re.split(r"(?<=[.!?]) ", goal)), goal


def test_words_and_numbers_that_may_be_left_out() -> None:
    says = Says("that it rains", r"\brain", r"\bno rain")
    assert [said(text, says).met for text in ("It rains.", "There is no rain.", "Who knows.")] == [True, False, False]
    no_other = NoOther(Amount(40, "percent"))
    assert [said(text, no_other).met for text in ("Well filled.", "40 % full.", "50 % full.")] == [True, True, False]


@cases(
    "text",
    [
        "Done.",
        "All set.",
        "Everything is as it should be.",
        "Everything is in order now.",
        "It is off now.",
        "Already done or now done.",
        "I did what was needed, or it already was in order.",
    ],
)
def test_no_text_fits_both_what_was_done_and_what_was_in_order(text: str) -> None:
    assert not (said(text, NothingToDo()).met and said(text, NOT_DENIED).met)


@cases(
    "text",
    [
        "All set.",
        "The route was cancelled, no action is needed from you.",
        "Guiding you to a fuel station, no need to worry.",
        "The directions are muted; no need to do anything else.",
        "It was already loaded, so I just pressed play.",
        "Done, everything is in order now.",
    ],
)
def test_who_acted_may_reassure(text: str) -> None:
    assert said(text, NOT_DENIED).met


@cases(
    ("name", "in_order", "elsewhere"),
    [
        ("media.shuffle_play", ["The queue is already shuffled."], []),
        ("road.speed_warning_at_limit", ["The threshold is right."], ["The car is fine."]),
        ("media.only_this_song", ["The song is fine.", "The order is right."], ["The queue is fine.", "The volume is fine."]),
        ("hvac.seat_for_the_season", ["The seat is warm enough."], ["The weather is fine.", "The climate is okay."]),
        ("maps.quiet_guidance", ["The guidance is fine.", "The voice is fine."], ["The engine is fine.", "The player is fine."]),
        ("road.tunnel_lights", ["The low beam is right.", "The lights are fine."], ["The wipers are fine.", "The map is fine."]),
        ("road.rain_on_the_glass", ["The wipers are fine.", "That is fine."], ["The weather is fine."]),
        ("apps.towards_the_traffic", ["The doors are fine.", "It is fine."], ["The player is fine.", "The weather is fine."]),
    ],
)
def test_what_is_said_to_be_fine_is_what_the_wish_is_about(name: str, in_order: list[str], elsewhere: list[str]) -> None:
    task = TASKS[name]
    right = nothing_to_do(task, instance(task, 0, "refrain"))
    assert [said(text, right).met for text in in_order + elsewhere] == [True] * len(in_order) + [False] * len(elsewhere)
