"""Regular expressions of the shell find what Python's find, and in linear time where those take for ever."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from automotive_env.emulator.virtual.shell.regex import Regex, RegexFault


@settings(max_examples=600, deadline=None)
@given(
    st.lists(st.sampled_from([*"abc.()|*+?^$", "[ab]", "[^a]", "\\w", "{2}", "{0,1}"]), max_size=8).map("".join),
    st.text("abc ", max_size=8),
)
def test_a_match_starts_where_pythons_does(pattern, text):
    try:
        theirs = re.compile(pattern)
        ours = Regex(pattern, extended=True)
    except (re.error, RegexFault):
        return
    assume(not re.search(r"[*+?}][*+?{]", pattern))
    expected, found = theirs.search(text), ours.find(text)
    assert ours.found_in(text) == (expected is not None)
    assert (found[0] if found else None) == (expected.start() if expected else None)
    assert not expected or found[1] >= expected.end() or "?" in pattern or "|" in pattern


@pytest.mark.parametrize(
    ("pattern", "extended", "text", "groups"),
    [
        ("a|ab", True, "xab", ["ab"]),
        (r"\(a*\)\(b*\)", False, "aabb", ["aabb", "aa", "bb"]),
        ("(a)|(b)", True, "b", ["b", "", "b"]),
        ("a{2,3}", True, "aaaa", ["aaa"]),
        (r"a\{2\}", False, "aaa", ["aa"]),
        ("a+b", False, "a+b", ["a+b"]),
        (r"a\+b", False, "aab", ["aab"]),
        ("[]x]+", True, "]x]", ["]x]"]),
        ("[[:digit:]]+", True, "ab12", ["12"]),
        (r"\<b\w*", True, "ab bc", ["bc"]),
        ("^$", True, "", [""]),
    ],
)
def test_what_groups_take(pattern, extended, text, groups):
    regex = Regex(pattern, extended=extended)
    span = regex.find(text)
    assert span
    assert regex.match_groups(text, *span) == groups


@pytest.mark.parametrize("pattern", ["(", "[", "a{2", "a{3,2}", "*a", "\\", r"(a)\1", "(a{900}){900}"])
def test_patterns_that_are_none(pattern):
    with pytest.raises(RegexFault):
        Regex(pattern, extended=True)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*c", "(a|aa)+$", ".*.*.*.*.*.*=x"])
def test_hostile_patterns_take_linear_time(pattern):
    assert not Regex(pattern, extended=True).found_in("a" * 20_000 + "b")


def test_too_much_work_is_refused():
    with pytest.raises(RegexFault, match="too much work"):
        Regex("(a?){200}a{200}x", extended=True).find("a" * 20_000)
