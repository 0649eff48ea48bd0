"""Agents that look at the picture alone: what they find on it, and which words they choose."""

import asyncio
from importlib.util import find_spec

import pytest

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.picture_words import OcrLine, find_words, read_words
from automotive_env.agents.registry import find_agent
from automotive_env.agents.word_matching import best_fit, fit, sought
from automotive_env.agents.word_tapper import MAX_TAPS, WordTapper
from automotive_env.episode.action import Click, Status
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Box
from automotive_env.errors import UsageError

needs_ocr = pytest.mark.skipif(find_spec("rapidocr") is None, reason="the OCR of the extra `vision` is not installed")


def line(text: str, top: int = 0) -> OcrLine:
    return OcrLine(text, len(text), Box(10, top, 110, top + 20))


LINES = [line("Climate"), line("Rear defrost", 40), line("Front defrost", 80), line("22.0°", 120)]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ("Turn on the rear defroster.", ("rear", "defroster")),
        ("Tap “Seat heating”.", ("seat", "heating")),
        ("Tippe auf „Auf Distanz“.", ("auf", "distanz")),
        ("「音量」をタップして。", ("音量",)),
        ("Please do it.", ()),
    ],
)
def test_only_words_that_may_stand_on_the_screen_are_sought(wish, words):
    assert sought(wish) == words


def test_the_words_that_fit_best_are_chosen_though_they_are_spelled_otherwise():
    share, found = best_fit("Turn on the rear defroster.", LINES)
    assert found.text == "Rear defrost"
    assert share > fit("Turn on the rear defroster.", LINES[2]) > fit("Turn on the rear defroster.", LINES[0]) == 0
    assert fit("Please do it.", LINES[0]) == 0
    assert best_fit("Anything", []) is None


def test_unread_words_fit_by_their_length():
    short, long = OcrLine("", 4, Box(0, 0, 40, 20)), OcrLine("", 15, Box(0, 40, 150, 60))
    assert best_fit("Turn on the rear defroster.", [short, long])[1] is long


def acts(agent: WordTapper, car: HeadlessController):
    return asyncio.run(agent.act(car.observe()))


def test_it_taps_each_line_once_and_ends():
    agent = WordTapper("shapes", lambda picture: LINES)
    agent.reset("Rear and front defroster", EpisodeContext(seed=0, apps=()))
    car = HeadlessController()
    first, second, third = (acts(agent, car) for _ in range(3))
    assert (first.action, second.action) == (Click(x=60, y=90), Click(x=60, y=50))
    assert third.action == Status(goal_status="complete")
    assert "“Front defrost” fits the wish" in first.reasoning


def test_it_ends_after_a_few_taps_and_where_there_is_nothing_to_read():
    fits = [line(f"defroster {number}", 40 * number) for number in range(9)]
    agent = WordTapper("shapes", lambda picture: fits)
    agent.reset("Defroster", EpisodeContext(seed=0, apps=()))
    car = HeadlessController()
    actions = [acts(agent, car).action for _ in range(MAX_TAPS + 1)]
    assert [type(action) for action in actions] == [Click] * MAX_TAPS + [Status]
    blind = WordTapper("shapes", lambda picture: [])
    blind.reset("Defroster", EpisodeContext(seed=0, apps=()))
    assert isinstance(acts(blind, car).action, Status)


def test_lines_are_found_by_shape_within_the_picture():
    picture = HeadlessController().observe().screenshot
    found = find_words(picture)
    whole = Box(0, 0, picture.shape[1], picture.shape[0])
    assert len(found) > 10
    assert all(words.box.lies_in(whole) and not words.text and words.letters > 0 for words in found)
    assert find_words(picture) == found


@needs_ocr
def test_the_ocr_reads_what_the_screen_says():
    car = HeadlessController()
    car.head_unit.open_app("lights")
    found = {words.text.casefold(): words.box for words in read_words(car.observe().screenshot)}
    switch = next(element for element in car.head_unit.elements() if element.text == "High beam")
    assert switch.box.contains(*found["high beam"].center)


@pytest.mark.skipif(find_spec("rapidocr") is not None, reason="the OCR is installed")
def test_without_the_ocr_it_is_said_how_to_install_it():
    with pytest.raises(UsageError, match=r"pip install '.\[vision\]'"):
        find_agent("ocr").make()
