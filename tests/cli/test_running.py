"""How a run stands while it goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from registered import THREE_TURNS

from automotive_env.cli.progress import MAX_TROUBLES, ProgressReporter
from automotive_env.cli.running import EpisodeCounter, amount, duration
from automotive_env.runs.execution.job import JobPlayer
from automotive_env.runs.records.records import OUTCOMES, EpisodeRecord
from automotive_env.runs.tables.statistics import rate


def episode(outcome: str = "pass", task: str = THREE_TURNS, tokens: int = 0) -> EpisodeRecord:
    texts = dict.fromkeys(("id", "suite", "instance", "agent", "model", "backend", "category", "dimension", "goal", "place"), "a")
    counts = dict.fromkeys(("seed", "steps", "prompt_tokens", "completion_tokens", "model_calls", "seconds"), 1)
    return EpisodeRecord(**texts, **counts, task=task, tokens=tokens, outcome=outcome, success=outcome == "pass")  # type: ignore[arg-type]


def test_it_tells_episodes_rate_tokens_and_what_is_left() -> None:
    seconds = iter((0.0, 10.0, 50.0)).__next__
    running = EpisodeCounter(seconds)
    running.begin(10)
    for number, outcome in enumerate(("pass", "fail", "model_error", "fail")):
        running.add(episode(outcome, tokens=3_550).model_copy(update={"id": str(number), "price": 0.3}))
    assert running.text == "4/10 · 33.3 % (2.5..90.6) passed · 14.2k tokens · $1.20 · 60 s left"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(OUTCOMES)), min_size=1, max_size=20))
def test_its_rate_is_that_of_the_tables(played: list[tuple[str, str]]) -> None:
    running = EpisodeCounter(lambda: 0.0)
    running.begin(len(played))
    for number, (task, outcome) in enumerate(played):
        running.add(episode(outcome, task).model_copy(update={"id": str(number)}))
    counted = rate((task, outcome == "pass") for task, outcome in played if "_error" not in outcome or outcome == "agent_error")
    told = f"{100 * counted.rate:.1f} % ({100 * counted.low:.1f}..{100 * counted.high:.1f}) passed"
    assert running.text == f"{len(played)}/{len(played)}" + (f" · {told}" if counted.n else "")


def test_a_pair_counts_once_and_passes_with_both_halves() -> None:
    running = EpisodeCounter(lambda: 0.0)
    running.begin(4)
    halves = [("pass", "a"), ("pass", "b"), ("pass", "b"), ("fail", "a")]
    rates = []
    for number, (outcome, pair) in enumerate(halves):
        running.add(episode(outcome).model_copy(update={"id": str(number), "pair": pair}))
        rates.append(running.text.split(" · ")[1].partition(" (")[0])
    assert rates == ["100.0 %", "100.0 %", "100.0 %", "50.0 %"]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (amount(0), "0"),
        (amount(999), "999"),
        (amount(1_234_567), "1.2M"),
        (amount(250_000), "250k"),
        (duration(99), "99 s"),
        (duration(179), "3 min"),
        (duration(7_500), "2 h 05 min"),
    ],
)
def test_amounts_and_times_are_short(told: str, words: str) -> None:
    assert told == words


def lines(capsys: pytest.CaptureFixture[str], episodes: int, outcome: str = "pass") -> list[str]:
    class Job:
        agent = "t3a"
        player = JobPlayer("t3a", lambda car, model: None)

    with ProgressReporter("builtin") as progress:
        progress.planned([Job()] * episodes, "run", {})  # type: ignore[list-item, arg-type]
        for number in range(episodes):
            progress.finished(episode(outcome).model_copy(update={"id": str(number)}))
    return capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}])
def test_without_a_terminal_or_with_no_color_it_is_plain(
    variables: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    shown = lines(capsys, 20)
    assert not [line for line in shown if "\x1b" in line]
    assert [line.partition(" ")[0] for line in shown[1:]] == [f"{2 * number}/20" for number in range(1, 10)]


def test_failures_take_no_lines_and_what_was_broken_off_takes_a_few(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(lines(capsys, 9, "fail")) == 1
    _, *broken = lines(capsys, 9, "model_error")
    assert len(broken) == MAX_TROUBLES
    assert all(f"{THREE_TURNS}: The model ended the episode" in line for line in broken)
    assert "further ones are only counted" in broken[-1]


def test_one_episode_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, 1)[0].startswith("1 episode · t3a")
    assert lines(capsys, 2)[0].startswith("2 episodes · t3a")
