"""How far requests are worded alike, and what that changes about what is found."""

from pathlib import Path

import pytest
from hypothesis import given
from knowledge_fakes import ENTRIES, SENTENCES, entry

from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.embedding import LexicalEmbedder
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever, checked_match
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.kate.knowledge.wording import COMMON, NAMED, WordingIndex, things_of, words_of

KNOWN = (
    "Rear fog light on.",
    "Please switch the front fog lights off.",
    "Clear the windscreen, it is misted.",
    "Play the radio.",
)


def test_words_of_one_meaning_are_one_word_and_those_that_every_request_has_do_not_count() -> None:
    assert words_of("The windshield is fogged") == words_of("my windscreen's misted") == {"windscreen", "fog"}
    assert things_of("The windshield is fogged; open both windows") == {"windscreen", "window"}
    assert words_of("\ud800 !?") == frozenset()


def test_wording_adds_half_of_dice_and_a_fifth_of_the_things_that_are_named() -> None:
    """Two words of the request, windscreen and fog. "Rear fog light on" has one of them among three: 2 * 1 / (2 + 3)."""
    index = WordingIndex()
    index.add(["fog light heater", "windscreen misted", "radio"])
    assert index.alike("The windshield is fogged") == pytest.approx([COMMON * 2 / 5, COMMON + NAMED, 0])


def test_a_fogged_windshield_finds_the_windshield_and_not_the_fog_lights(tmp_path: Path) -> None:
    store = KnowledgeStore(tmp_path, [entry(query) for query in KNOWN])
    found = KnowledgeRetriever(store, LexicalEmbedder(), match="words").retrieve("The windshield is fogged.")
    assert found[-1].entry.query == KNOWN[2]
    assert KnowledgeRetriever(store, LexicalEmbedder()).retrieve("The windshield is fogged.") == ()


@given(ENTRIES, SENTENCES)
def test_wording_adds_nothing_below_zero_and_leaves_the_cosine_as_it_is(known, query) -> None:
    store = KnowledgeStore(Path("none"), [known])
    store.vectors = lambda embedder: embedder.embed([known.query])
    (hit,) = KnowledgeRetriever(store, LexicalEmbedder(), match="words").retrieve(query, threshold=-1)
    assert hit.similarity - 1e-5 <= hit.score <= hit.similarity + COMMON + NAMED + 1e-5


def test_an_unknown_match_says_what_there_is() -> None:
    assert checked_match("cosine") == "cosine"
    with pytest.raises(UsageError, match="choose from words, cosine"):
        checked_match("bm25")
