"""Patterns of clients find what Python's find, and in linear time where those take for ever."""

from __future__ import annotations

import re
import time

import pytest
from cases import cases
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from automotive_env.emulator.virtual.patterns import (
    CACHED,
    MAX_PATTERN_CHARACTERS,
    ClientRegex,
    PatternFault,
    basic,
    java,
)


def posix(expression: str, *, extended: bool = False, ignore_case: bool = False) -> ClientRegex:
    return ClientRegex(expression if extended else basic(expression), ignore_case=ignore_case)


@settings(max_examples=6 * settings().max_examples)
@given(
    st.lists(st.sampled_from([*"abc.()|*+?^$", "[ab]", "[^a]", "\\w", "{2}", "{0,1}"]), max_size=8).map("".join),
    st.text("abc ", max_size=8),
)
def test_what_matches_is_what_matches_in_python(pattern, text):
    try:
        theirs, ours = re.compile(pattern), posix(pattern, extended=True)
    except (re.error, PatternFault):
        return
    assume(not re.search(r"[*+?}][*+?{]", pattern))
    assert ours.found_in(text.encode()) == (theirs.search(text) is not None)
    assert ours.fits(text) == (theirs.fullmatch(text) is not None)


@cases(
    ("pattern", "extended", "text"),
    [
        ("x(a|ab)", True, "xab"),
        (r"\(a*\)\(b*\)", False, "aabb"),
        ("a{2,3}", True, "aaa"),
        (r"a\{2\}", False, "aa"),
        ("a+b", False, "a+b"),
        (r"a\+b", False, "aab"),
        ("b*a", False, "bba"),
        ("[]x]+", True, "]x]"),
        ("[!a]+", True, "!a"),
        ("[[:digit:]]+", True, "12"),
        ("^$", True, ""),
    ],
)
def test_what_a_pattern_means(pattern, extended, text):
    assert posix(pattern, extended=extended).fits(text)
    assert not posix(pattern, extended=extended).fits(f"{text}-")


def test_case_is_folded_for_all_letters():
    assert posix("ÄRGER", ignore_case=True).found_in("ärger".encode())
    assert not posix("ÄRGER").found_in("ärger".encode())


@cases("pattern", ["(", "[", "a{3,2}", "+a", "a)", "\\", r"(a)\1", "(a{900}){900}", "a" * 1001])
def test_patterns_that_are_none(pattern):
    with pytest.raises(PatternFault):
        posix(pattern, extended=True)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*c", "(a|aa)+$", ".*.*.*.*.*.*=x"])
def test_hostile_patterns_take_linear_time(pattern):
    assert not posix(pattern, extended=True).found_in(b"a" * 20_000 + b"b")


def test_too_much_work_is_refused():
    with pytest.raises(PatternFault, match="too long"):
        posix("(a?){200}a{200}x", extended=True).found_in(b"a" * 20_000)


@cases("unit", [r"\w{9}", "(a|b)", "[^ä]", "a*", "(", r"[a-\xff]", "[[", "**"])
def test_no_pattern_takes_long_to_compile(unit):
    start = time.thread_time()
    for ignore_case in (False, True):
        try:
            posix((unit * MAX_PATTERN_CHARACTERS)[:MAX_PATTERN_CHARACTERS], extended=True, ignore_case=ignore_case)
        except PatternFault:
            continue
    assert time.thread_time() - start < 10


@pytest.mark.parametrize(
    ("pattern", "fault"), [("(?=a)", "invalid"), (r"(a)\1", "invalid"), ("[a&&b]", "intersections"), ("(", "missing")]
)
def test_what_java_has_and_re2_lacks_is_refused(pattern, fault):
    with pytest.raises(PatternFault, match=fault):
        java(pattern)


def test_java_patterns_take_the_whole_text():
    assert java("(?i)set.*s").fits("Settings")
    assert not java("a.b").fits("a\nb")
    assert java("a.b", dot_all=True).fits("a\nb")


def test_few_patterns_are_kept():
    for number in range(3 * CACHED):
        java(f"a{number}")
    assert java.cache_info().currsize <= CACHED
