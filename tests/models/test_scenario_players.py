"""Players of scenarios against a server: scripted replies pass, malformed ones cost a turn or name the model, never a crash."""

from typing import Any

import anyio
import pytest
from model_server import OPENAI, Loopback, Reply

from automotive_env.agents.agent import AgentOptions
from automotive_env.models.builtin import BuiltinModel
from automotive_env.models.metered import MeteredModel
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS, sandbox
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario, VehicleWorldTurn

LOUDER = VehicleWorldScenario(
    "louder",
    "vw.radio = Radio.init1()\nvw.fogLight = FogLight.default()",
    (
        VehicleWorldTurn("Set the volume of the radio to 30.", "vw.radio.radio_soundVolume_set(value=30)"),
        VehicleWorldTurn("Front fog lamps on.", "vw.fogLight.carcontrol_fogLight_switch(switch=True, position='front')"),
    ),
)
PLAYING = ("fc", "sfc", "fc_sfc")


def block(code: str) -> str:
    return f"So be it.\n```python\n{code}\n```"


CALLS = tuple(block(turn.code) for turn in LOUDER.turns)
DEVICES = ("<modules>radio</modules>", "<modules>fogLight</modules>")
WRITES = (
    block('vw["environment"]["volume"] = 30'),
    block('vw["fogLight"]["front_light"]["is_on"] = True'),
)
SCRIPTS = {
    "fc": (block("search_module()"), block("search_api(['radio', 'fogLight'])"), *CALLS),
    "sfc": (DEVICES[0], WRITES[0], DEVICES[1], WRITES[1]),
    "fc_sfc": (DEVICES[0], CALLS[0], DEVICES[1], CALLS[1]),
}


def played(loopback: Loopback, player: str, patience: float = 20, **options: Any) -> Any:
    async def whole() -> Any:
        remote = OPENAI.model(loopback, total_timeout=patience)
        model = MeteredModel(remote)
        try:
            return await play(LOUDER, PLAYERS[player].make(model, None, AgentOptions(**options)), model=model)
        finally:
            await remote.close()

    return anyio.run(whole)


@pytest.mark.parametrize("player", PLAYING)
def test_scripted_replies_of_a_server_pass(loopback: Loopback, player: str) -> None:
    loopback.says(*(Reply(OPENAI.says(text)) for text in SCRIPTS[player]))
    episode = played(loopback, player)
    assert (episode.record.outcome, episode.record.completion_tokens) == ("pass", 3 * len(SCRIPTS[player]))
    assert len(loopback.asked) == len(SCRIPTS[player]) == episode.record.model_calls
    roles = [message["role"] for message in loopback.asked[-1]["messages"]]
    assert roles == ["system", *(("user", "assistant") * 3 + ("user",))][: len(roles)]


def wanted(*calls: tuple[str, str]) -> Reply:
    body = OPENAI.says(None, finish="tool_calls")
    told = [
        {"id": f"c{at}", "type": "function", "function": {"name": name, "arguments": given}}
        for at, (name, given) in enumerate(calls)
    ]
    body["choices"][0]["message"]["tool_calls"] = told
    return Reply(body)


def test_tools_of_a_server_are_called_and_answered(loopback: Loopback) -> None:
    loopback.says(
        wanted(("search_api", '{"modules": ["radio", "fogLight"]}')),
        wanted(("radio_soundVolume_set", '{"value": 30}')),
        wanted(("carcontrol_fogLight_switch", '{"switch": true, "position": "front"}'), ("nothing", "{}"), ("search_api", "[")),
    )
    episode = played(loopback, "fc", tools=True)
    assert episode.record.outcome == "pass"
    assert "there is no tool 'nothing'" in episode.steps[1].error
    assert "no JSON object" in episode.steps[1].error
    assert {"search_module", "search_api", "radio_play_stop"} <= {each["function"]["name"] for each in loopback.asked[1]["tools"]}
    assert [message["role"] for message in loopback.asked[2]["messages"]] == [
        *("system", "user", "assistant", "tool", "assistant", "tool", "user")
    ]


MALFORMED = (
    Reply(b""),
    Reply(b"<html>busy</html>"),
    Reply(b'{"choices": [{"message": {"content": "cut'),
    Reply({"choices": []}),
    Reply({"choices": [{"message": None}]}),
    Reply({"choices": [{"message": {"role": "assistant", "content": {"a": [1]}}}]}),
    Reply(OPENAI.says(None)),
    Reply(OPENAI.says("")),
    Reply(OPENAI.says("```")),
    Reply(OPENAI.says("```python\n" * 500)),
    Reply(OPENAI.says("<modules>" * 1_000 + "radio")),
    Reply(OPENAI.says("<modules>\n" + "radio\n" * 5_000)),
    Reply(OPENAI.says("\ud800\x00```python\n\ud800\n```</modules>")),
    Reply(OPENAI.says("```python\nwhile True: pass\n```")),
    Reply(OPENAI.says("```python\nsearch_module()\n```")),
    Reply(OPENAI.says("```python\nvw = 1\n```<modules>\nradio\n</modules>")),
    Reply(OPENAI.says("x" * 200_000)),
    Reply({"error": {"message": "no"}}, 400),
    wanted(("search_module", "{}")),
    wanted(("", ""), ("radio_play", '{"city": {"a": [[[]]]}}'), ("radio_play", '{"city": "\\ud800"}')),
)


@pytest.mark.parametrize("player", ["fc", "sfc", pytest.param("fc_sfc", marks=pytest.mark.sweep)])
def test_malformed_replies_end_as_a_failure_or_as_the_models_fault(
    player: str, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "_LIMITS", {**sandbox._LIMITS, "max_feed_duration_secs": 0.05})
    for reply in MALFORMED:
        for tools in (False, True) if player != "sfc" else (False,):
            loopback.says(reply)
            record = played(loopback, player, patience=0.2, tools=tools).record
            assert record.outcome in ("fail", "model_error"), (reply.data()[:80], record.error)
            assert record.model_calls <= 20
            assert record.side_effects == ()
            assert record.line()


@pytest.mark.parametrize(
    ("player", "options"),
    [
        ("fc", {}),
        ("fc", {"tools": True, "reflections": 2}),
        ("sfc", {"distractors": 2, "plan": True}),
        ("sfc", {"long_state": True, "examples": False}),
        ("fc_sfc", {"reflections": 1}),
    ],
)
def test_the_built_in_model_plays_every_player(player: str, options: dict[str, Any]) -> None:
    model = MeteredModel(BuiltinModel())
    episode = anyio.run(lambda: play(LOUDER, PLAYERS[player].make(model, None, AgentOptions(**options)), model=model))
    assert episode.record.outcome in ("pass", "fail")
    assert [step.error for step in episode.steps] == ["", ""]
    assert "fogLight.front_light.is_on" in [change.path for change in episode.steps[1].changes]
    assert "environment.volume" in [change.path for change in episode.steps[0].changes]
