"""Agents that look at the picture alone, find the words that fit the wish, tap them, and end. They ask no model."""

from __future__ import annotations

from anyio import to_thread

from automotive_env.agents.agent import AgentKit, AgentSpec, Decision, EpisodeContext
from automotive_env.agents.picture_words import FindWords, OcrLine, find_words, ocr_engine, read_words
from automotive_env.agents.word_matching import best_fit
from automotive_env.episode.action import Click, Status
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Box, Observation

MAX_TAPS = 4
"""In a turn: the apps of most wishes are two or three taps away."""
LEAST_FIT = 0.2
"""Words that fit worse are not tapped after the first."""


class WordTapper:
    """Taps the words that fit the wish best, once each.

    Attributes:
        name: what records call it.
    """

    def __init__(self, name: str, find: FindWords) -> None:
        """Make the agent.

        Args:
            name: of the agent.
            find: finds the words on a picture.
        """
        self.name = name
        self._find = find
        self._wish = ""
        self._tapped: list[str | Box] = []

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin a turn."""
        self._wish, self._tapped = goal, []

    async def act(self, observation: Observation) -> Decision:
        """Tap the words that fit best, or end."""
        done = Decision(Status(goal_status="complete"), reasoning="No more words on the screen fit the wish.")
        if len(self._tapped) == MAX_TAPS:
            return done
        lines = await to_thread.run_sync(self._find, observation.screenshot)
        found = best_fit(self._wish, [line for line in lines if _key(line) not in self._tapped])
        if found is None or (self._tapped and found[0] < LEAST_FIT):
            return done
        share, line = found
        x, y = line.box.center
        self._tapped.append(_key(line))
        notes = {"words": len(lines), "tapped": line.text, "fit": round(share, 3)}
        told = f"“{line.text}” fits the wish" if line.text else f"a line of {line.letters} letters fits the wish"
        return Decision(Click(x=x, y=y), reasoning=f"{told} by {share:.0%}.", notes=notes)

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Nothing is learnt."""
        return decision


def _key(line: OcrLine) -> str | Box:
    """By what words are known again on another picture: what they say, or where they are."""
    return line.text or line.box


def _reader(kit: AgentKit) -> WordTapper:
    ocr_engine()  # what is not installed is told before the first episode
    return WordTapper("ocr", read_words)


ocr = AgentSpec("ocr", "reads the picture and taps the words that fit the wish; needs '.[vision]'", _reader, sees=("screenshot",))
shapes = AgentSpec(
    "shapes",
    "taps what has the shape of the words in the wish; cannot read; a floor for agents that see only the picture",
    lambda kit: WordTapper("shapes", find_words),
    standing="floor",
    sees=("screenshot",),
)
