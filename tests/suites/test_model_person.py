"""`--person MODEL`: a model answers questions in a conversation; what it can tell, and what is right, stays the scenario's."""

import json
from pathlib import Path

import anyio
import pytest
from command_line import run_here
from scripted_model import ScriptedModel

from automotive_env.models.metered import MeteredModel
from automotive_env.suites.conversations.model_person import MAX_TRIES, read_answer
from automotive_env.suites.conversations.play import play
from automotive_env.suites.conversations.players import AlwaysAsk, ConversationOracle
from automotive_env.suites.conversations.scenario import ScriptedReply
from automotive_env.suites.conversations.shipped import shipped_scenarios

REPLIES = (
    ScriptedReply(about=("lamp",), says="The one at the second row left."),
    ScriptedReply(about=("send",), says='Yes, to Dad: "On our way", at 7.'),
    ScriptedReply(about=("which",), says="I don't mind, either of them."),
)
PERSON = '''
"""A person who tells everything, more readably with every try."""
import json
import re

from automotive_env.models.model import Abilities, Completion, Usage


class Talkative:
    name = "talkative"

    async def complete(self, request):
        facts = re.findall(r"^([0-9]+)[.] (.*)$", request.text, re.MULTILINE)
        words = " ".join(f"Well: {fact}" for _, fact in facts) or "Never mind."
        answer = json.dumps({"told": [int(number) for number, _ in facts], "says": words})
        return Completion.of("Hm?" if len(request.messages) == 2 else answer, Usage(7, 3, 1))

    async def probe(self, sampling):
        return Abilities()

    async def close(self):
        pass


def talkative(rest):
    return Talkative()
'''


@pytest.mark.parametrize(
    ("reply", "told", "says"),
    [
        ('{"told": [1], "says": "the lamp at the second row, left"}', (0,), "the lamp at the second row, left"),
        ('Sure.\n```json\n{"told": [1], "says": "The second row one, left."}\n```', (0,), "The second row one, left."),
        ('{"told": [1], "says": "The one behind me."}', (0,), REPLIES[0].says),  # a place is lost
        ('{"told": [1], "says": "Second row left, no, right."}', (0,), REPLIES[0].says),  # and another one said
        ('{"told": [2], "says": "Yes: \\"on our way\\" to Dad, 7."}', (1,), 'Yes: "on our way" to Dad, 7.'),
        ('{"told": [2], "says": "Yes, tell Dad we are on our way at 7."}', (1,), REPLIES[1].says),  # not as it was quoted
        ('{"told": [2], "says": "No: \\"on our way\\" to Dad, 7."}', (1,), REPLIES[1].says),
        ('{"told": [3, 1, 3], "says": ""}', None, None),
        ('{"told": [1, 3], "says": "Whatever."}', (0, 2), f"{REPLIES[0].says} {REPLIES[2].says}"),
        ('{"told": [], "says": "That is\\nnot what matters."}', (), "That is not what matters."),
        ('{"told": [], "says": "' + "a" * 5_000 + '"}', (), "a" * 499 + "…"),
        ('{"told": [4], "says": "Yes"}', None, None),
        ('{"told": [0], "says": "Yes"}', None, None),
        ('{"told": [true], "says": "Yes"}', None, None),
        ('{"told": "1", "says": "Yes"}', None, None),
        ('{"told": [1], "says": 1}', None, None),
        ('{"says": "Yes"}', None, None),
        ("Yes, do it.", None, None),
        ("{" * 50_000, None, None),
        ("", None, None),
    ],
)
def test_only_an_answer_that_says_what_it_tells_is_heard_as_it_is(reply, told, says):
    answer = read_answer(reply, REPLIES)
    assert (answer and answer.told, answer and answer.says) == (told, says)


def conversation(player, *replies, where="consent"):
    scenario = next(one for one in shipped_scenarios().values() if one.id.startswith(where) and one.turns[0].replies)
    person = ScriptedModel(*replies)

    async def played():
        return await play(scenario, player, person=MeteredModel(person), privileged=True)

    with anyio.from_thread.start_blocking_portal() as portal:
        return scenario, portal.call(played), person


def test_a_person_is_shown_what_was_said_and_what_it_can_tell_and_nothing_else():
    scenario, played, person = conversation(ConversationOracle(), '{"told": [1], "says": "-"}')
    assert played.record.success
    assert (played.record.tokens, played.record.usage["person"].calls) == (0, len(person.asked))
    assert [call.purpose for step in played.steps for call in step.calls] == ["person"] * len(person.asked)
    shown = person.asked[0].text
    assert scenario.turns[0].says in shown
    assert scenario.turns[0].replies[0].says in shown
    for call in scenario.turns[0].calls()[0]:
        assert call.name not in shown
        assert call.name.partition("_")[2] not in shown


@pytest.mark.parametrize("reply", ["", "I will not.", '{"told": [9], "says": "Yes"}'])
def test_a_person_that_makes_no_sense_is_the_model_s_fault_and_asked_no_further(reply):
    _, played, person = conversation(AlwaysAsk(), reply)
    assert (played.record.outcome, len(person.asked)) == ("model_error", MAX_TRIES)
    assert "plays the person" in played.record.error


def test_a_person_played_by_a_model_is_recorded_replayed_and_judged_again_without_it(tmp_path: Path) -> None:
    (tmp_path / "people.py").write_text(PERSON)
    played = ("--suite", "conversations", "--tasks", "consent.test.0*", "--agent", "oracle,ask", "--json")
    for person, out in (("record:said.jsonl:people:talkative", "first"), ("replay:said.jsonl", "again")):
        done = run_here("run", *played, "--person", person, "--out", out, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        agents = json.loads(done.stdout)["agents"]
        assert (agents["oracle"]["rate"], agents["ask"]["passed"], agents["ask"]["tokens"]) == (1, 0, 0)
        checked = run_here("verify", out, "--json", cwd=tmp_path)
        assert (checked.returncode, json.loads(checked.stdout)["not_scored"]) == (0, []), checked.stdout[:500]
    other = run_here("run", "--resume", "first", "--person", "replay:said.jsonl", cwd=tmp_path)
    assert "--person record:said.jsonl:people:talkative" in " ".join(other.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--suite", "conversations", "--person", "builtin"], "cannot play a person"),
        (["--suite", "conversations", "--person", "nobody"], "unknown model"),
        (["--suite", "vehicleworld", "--person", "replay:said.jsonl"], "does not use --person"),
    ],
)
def test_who_cannot_play_the_person_is_refused(arguments, says, tmp_path):
    done = run_here("run", "--agent", "oracle", *arguments, "--out", "run", cwd=tmp_path)
    assert (done.returncode, says in " ".join(done.stderr.split())) == (2, True), done.stderr
    assert not (tmp_path / "run").exists()
