"""One reader of values: what is written means the same whatever way it comes in, and what is in doubt is refused."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from cases import cases
from registered import PAIR

from automotive_env.adapters.browsergym_actions import parse_action_string
from automotive_env.adapters.car_episode import EpisodeSettings
from automotive_env.adapters.mcp.car import McpCar
from automotive_env.car.calls.catalogue import api_name, find_api, tool_name
from automotive_env.car.core.world import World, all_apis
from automotive_env.episode.action import Action, ActionError, Call
from automotive_env.episode.action_parser import holds_mended_action, parse_action
from automotive_env.episode.session import declared
from automotive_env.episode.task_environment import TaskEnvironment
from automotive_env.episode.tools import action_of, tools
from automotive_env.kate.training.rollouts.screen import screen_class
from automotive_env.models.hermes import read_reply
from automotive_env.models.metered import ModelExchange
from automotive_env.models.model import Choice, Completion, ModelRequest, Sampling, ToolCall
from automotive_env.runs.records.calls import call_record
from automotive_env.suites.vehicleworld.players.calls import CallRunner
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.protocols import ToolCallProtocol
from automotive_env.tasks.kit.free_drive import FREE_DRIVE
from automotive_env.text.argument_values import fitted
from automotive_env.text.lenient_json import is_strict, read_arguments

Fields = Mapping[str, Any]


def by_text(name: str, given: Fields) -> Action:
    return parse_action(f"Reason: so.\nAction: {json.dumps({'action_type': name, **given})}")


def by_tool(name: str, given: Fields) -> Action:
    return action_of(name, given)


def by_string(name: str, given: Fields) -> Action:
    return parse_action_string(f"{name}({', '.join(f'{key}={value!r}' for key, value in given.items())})")


def seen_by_the_car(monkeypatch: pytest.MonkeyPatch, act: Callable[[], Any]) -> Action:
    """The action that an environment was asked to carry out."""
    asked: list[Action] = []
    carried_out = TaskEnvironment.step

    def step(env: TaskEnvironment, action: Action) -> Any:
        asked.append(action)
        return carried_out(env, action)

    with monkeypatch.context() as watched:
        watched.setattr(TaskEnvironment, "step", step)
        said = act()
    if not asked:
        raise ActionError(str(said))
    return asked[0]


def by_mcp(name: str, given: Fields, patch: pytest.MonkeyPatch) -> Action:
    car = McpCar(EpisodeSettings(PAIR, face="both"), 1)
    return seen_by_the_car(patch, lambda: car.call(name, given).text)


def by_trl(name: str, given: Fields, patch: pytest.MonkeyPatch) -> Action:
    car = screen_class("both")()
    car.reset(task=PAIR, seed=1)
    return seen_by_the_car(patch, lambda: getattr(car, name)(**given))


WAYS: dict[str, Callable[..., Action]] = {
    "text": lambda name, given, _: by_text(name, given),
    "tool": lambda name, given, _: by_tool(name, given),
    "browsergym": lambda name, given, _: by_string(name, given),
    "mcp": by_mcp,
    "trl": by_trl,
}
VALUES: list[tuple[str, Fields, Fields]] = [
    ("long_press", {"index": "3"}, {"index": 3}),
    ("long_press", {"index": 3.0}, {"index": 3}),
    ("long_press", {"index": " 3 "}, {"index": 3}),
    ("long_press", {"index": "3.0"}, {"index": 3}),
    ("long_press", {"x": "700", "y": "300"}, {"x": 700, "y": 300}),
    ("long_press", {"x": 700.4, "y": 300.6}, {"x": 700, "y": 301}),
    ("long_press", {"x": "700.4", "y": "300.6"}, {"x": 700, "y": 301}),
    ("long_press", {"index": 2, "x": None, "y": None}, {"index": 2}),
    ("wait", {"seconds": "2"}, {"seconds": 2}),
    ("wait", {"seconds": "+2"}, {"seconds": 2}),
    ("swipe", {"direction": "Left", "amount": "0.3"}, {"direction": "left", "amount": 0.3}),
    ("swipe", {"direction": " UP ", "amount": 1}, {"direction": "up", "amount": 1.0}),
    ("input_text", {"text": 80331, "submit": "TRUE"}, {"text": "80331", "submit": True}),
    ("input_text", {"text": "a", "clear": "off", "submit": 1}, {"text": "a", "clear": False, "submit": True}),
    ("open_app", {"appName": "climate"}, {"app_name": "climate"}),
    ("answer", {"text": 21.5}, {"text": "21.5"}),
    ("status", {"goal_status": "Complete"}, {"goal_status": "complete"}),
    ("status", {"goalStatus": "INFEASIBLE", "reason": 7}, {"goal_status": "infeasible", "reason": "7"}),
    ("wait", {"seconds": 3, "reason": "it loads"}, {"seconds": 3}),
    ("long_press", {"index": "+3"}, {"index": 3}),
    ("long_press", {"index": "\t3\n"}, {"index": 3}),
    ("long_press", {"index": "03"}, {"index": 3}),
    ("long_press", {"x": "700.", "y": "300.0"}, {"x": 700, "y": 300}),
    ("long_press", {"Index": 3}, {"index": 3}),
    ("swipe", {"direction": "left", "amount": ".5"}, {"direction": "left", "amount": 0.5}),
    ("swipe", {"direction": "dOWN", "amount": "1"}, {"direction": "down", "amount": 1.0}),
    ("input_text", {"text": "a", "submit": "Yes", "clear": "n"}, {"text": "a", "submit": True, "clear": False}),
    ("input_text", {"text": "a", "submit": 0.0}, {"text": "a", "submit": False}),
    ("input_text", {"Text": 7, "SUBMIT": " on "}, {"text": "7", "submit": True}),
    ("wait", {"seconds": 3, "reason": None}, {"seconds": 3}),
    ("wait", {"seconds": "2.00"}, {"seconds": 2}),
    ("status", {"GOAL_STATUS": "complete "}, {"goal_status": "complete"}),
    ("answer", {"text": -3}, {"text": "-3"}),
]


def way_takes(way: str, name: str, given: Fields) -> bool:
    """Python names arguments of a method and of a string as it does; these ways have no other names."""
    return way != "trl" or all(key in tools("both")[name].parameters["properties"] for key in given)


@pytest.mark.parametrize("way", WAYS)
@cases("name, given, meant", VALUES)
def test_a_value_in_another_form_is_the_value(way: str, name: str, given: Fields, meant: Fields, monkeypatch: Any) -> None:
    if way_takes(way, name, given) and (way != "browsergym" or "Name" not in "".join(given)):
        assert WAYS[way](name, given, monkeypatch) == action_of(name, meant)


DOUBTFUL: list[tuple[str, Fields]] = [
    ("long_press", {"index": "three"}),
    ("long_press", {"index": 11.5}),
    ("long_press", {"index": "11.5"}),
    ("long_press", {"index": True}),
    ("long_press", {"index": [3]}),
    ("long_press", {"index": "3,0"}),
    ("wait", {"seconds": "1e1"}),
    ("wait", {"seconds": "2 s"}),
    ("swipe", {"direction": "upwards"}),
    ("swipe", {"direction": "up", "amount": "much"}),
    ("input_text", {"text": "a", "submit": "perhaps"}),
    ("input_text", {"text": {"a": 1}}),
    ("status", {"goal_status": "done"}),
]


@pytest.mark.parametrize("way", WAYS)
@cases("name, given", DOUBTFUL)
def test_a_value_that_is_in_doubt_is_refused_with_a_hint_in_the_form_of_its_way(
    way: str, name: str, given: Fields, monkeypatch: Any
) -> None:
    with pytest.raises(ActionError) as refused:
        WAYS[way](name, given, monkeypatch)
    said = str(refused.value)
    if way in ("mcp", "trl"):
        assert f"for example {name} {{" in said
        assert "action_type" not in said
    elif way == "browsergym":
        assert f"{name} is called as {name}(" in said
    else:
        assert 'for example {"action_type": ' in said


CALLS: list[tuple[str, Fields, str, Fields]] = [
    ("hazardLight.switch", {"switch": "true"}, "hazardLight.switch", {"switch": True}),
    ("hazard-light.Switch", {"Switch": 1}, "hazardLight.switch", {"switch": True}),
    ("hazardLight__switch", {"switch": "ON"}, "hazardLight.switch", {"switch": True}),
    ("temperature_set", {"value": "22"}, "airConditioner.temperature_set", {"value": 22}),
    ("airConditioner_temperature_set", {"value": "22.5"}, "airConditioner.temperature_set", {"value": 22.5}),
    ("airConditioner.temperatureSet", {"value": 22}, "airConditioner.temperature_set", {"value": 22}),
    ("search api", {"modules": "door"}, "environment.search_api", {"modules": ["door"]}),
    ("environment.search_api", {"modules": "['door']"}, "environment.search_api", {"modules": ["door"]}),
    ("recycle_mode_switch", {"mode": "Internal_Circulation"}, "airConditioner.recycle_mode_switch",
     {"mode": "internal circulation"}),
    ("radio-soundvolume-set", {"value": "30.0"}, "radio.radio_soundVolume_set", {"value": 30}),
    ("wind_speed_set", {"value": None}, "airConditioner.wind_speed_set", {"value": None}),
    ("airConditioner.switch", {"position": "All", "switch": "yes"}, "airConditioner.switch",
     {"position": ["all"], "switch": True}),
]  # fmt: skip


WRAPPED = (
    "functions.{}", "default_api.{}", "tools.{}", "car.{}", "self.{}", "mcp__car__{}", "{}()", "`{}`", "'{}'", "{}:", "${}",
    "{}_", "{} api", "call {}", "{}2", "x{}",
)  # fmt: skip
"""What models put around names."""


@pytest.mark.parametrize("wrapped", WRAPPED)
def test_a_name_with_more_around_it_finds_its_api_or_none(wrapped: str) -> None:
    for full, api in all_apis().items():
        for name in (full, full.replace(".", "__"), full.replace(".", "/"), full.replace(".", ":")):
            assert find_api(wrapped.format(name)) in (api, None), name


@pytest.mark.parametrize(("name", "given", "api", "meant"), CALLS)
def test_a_call_in_any_spelling_is_the_call(name: str, given: Fields, api: str, meant: Fields) -> None:
    right = Call(api=api, arguments=dict(meant))
    written = json.dumps(dict(given))
    assert declared(action_of(name, given)) == right
    assert declared(action_of("call_api", {"api": name, "arguments": written + '""'})) == right
    assert declared(by_text("call", {"api": name, "arguments": given})) == right
    assert declared(by_string("call", {"api": name, "arguments": dict(given)})) == right
    expected, by_caller, by_tool = World(), World(), World()
    expected.call(api, meant)
    caller = CallRunner(VehicleWorldInterface(by_caller))
    caller.call(name, (), given)
    assert (caller.made[0][0].name, dict(caller.made[0][0].arguments)) == (api, meant)
    ToolCallProtocol()._carried_out(
        Choice(tool_calls=(ToolCall("1", name, written[:-1] + ",}"),)), CallRunner(VehicleWorldInterface(by_tool))
    )
    assert by_caller.snapshot() == by_tool.snapshot() == expected.snapshot()


def spellings(full: str) -> set[str]:
    module, name = full.split(".")
    words = [*name.split("_")]
    camel = words[0] + "".join(word.capitalize() for word in words[1:])
    joints = (".", "__", "_", "-", " ", "/", ":", "")
    return {f"{module}{joint}{name}" for joint in joints} | {f"{module}.{camel}", full.upper(), full.replace("_", "-")}


def test_every_spelling_of_a_full_name_finds_its_api_and_nothing_else() -> None:
    counted = 0
    for full, api in all_apis().items():
        for spelling in spellings(full):
            assert find_api(spelling) is api, spelling
            counted += 1
        assert api_name(tool_name(api)) == full
    assert counted > 2_000
    for nothing in ("", "._-", "switch", "height_set", "radio.temperature_set", "airConditioner", "temperature", "set"):
        assert find_api(nothing) is None, nothing


OBJECT = {"value": 2, "unit": "minute"}
TEXT = json.dumps(OBJECT)
ALMOST = {
    "two stray quotes behind": TEXT + '""',
    "a stray quote behind": TEXT + '"',
    "encoded twice": json.dumps(TEXT),
    "encoded three times": json.dumps(json.dumps(TEXT)),
    "trailing comma": TEXT[:-1] + ",}",
    "in a fence": f"```json\n{TEXT}\n```",
    "in a fence, with a trailing comma": f"```\n{TEXT[:-1]},}}\n```",
    "single quotes": str(OBJECT),
    "bare keys": "{value: 2, unit: minute}",
    "a comment": TEXT[:-1] + " // two minutes\n}",
    "words before": f"Arguments: {TEXT}",
    "an end token behind": f"{TEXT}<|im_end|>",
    "in a list": f"[{TEXT}]",
    "encoded twice, with a trailing comma": json.dumps(TEXT[:-1] + ",}"),
    "a closing brace too many": TEXT + "}",
    "two closing braces too many": TEXT + "\n}}",
    "escaped without quotes around": json.dumps(TEXT)[1:-1],
    "escaped twice without quotes around": json.dumps(json.dumps(TEXT)[1:-1])[1:-1],
    "the quotes of books": "{“value”: 2, “unit”: “minute”}",
    "a comment within": TEXT.replace(", ", ", /* two */ "),
    "a sign before a number": TEXT.replace("2", "+2"),
    "a number that ends with its point": TEXT.replace("2", "2."),
    "tildes around": f"~~~\n{TEXT}\n~~~",
    "a mark of the byte order before": "\ufeff" + TEXT,
    "an end tag behind": f"{TEXT}</tool_call>",
    "dots behind": f"{TEXT}...",
    "the key twice with one value": '{"value": 2, "unit": "minute", "value": 2}',
}
UNREADABLE = {
    "an object that ends too early": TEXT[:10] + "}" + TEXT[10:],
    "semicolons": TEXT.replace(",", ";"),
    "no braces": TEXT[1:-1],
    "an opening brace too many": "{" + TEXT,
    "two commas": TEXT.replace(",", ",,"),
    "a call of Python": "dict(value=2, unit=None)",
    "two objects": f"{TEXT} {json.dumps({'value': 3})}",
    "cut off": TEXT[:-1],
    "cut off within": TEXT[:12],
    "a number": "2",
    "words": "two minutes",
    "two values of one key": '{"value": 2, "value": 3}',
    "an object within something unreadable": '{"value": 2 3, "more": {"value": 3}}',
    "two objects in a list": f'[{TEXT}, {TEXT[:-1]}, "more": 1}}]',
    "braces around": "{" + TEXT + "}",
    "nested without end": '{"a":' * 5_000,
}


@pytest.mark.parametrize("written", ALMOST.values(), ids=ALMOST)
def test_almost_json_of_a_call_is_read_and_counted(written: str) -> None:
    assert read_arguments(written) == OBJECT
    assert not is_strict(written) or written == ALMOST["the key twice with one value"]
    assert is_strict(TEXT)


@pytest.mark.parametrize("written", UNREADABLE.values(), ids=UNREADABLE)
def test_json_in_doubt_is_refused_and_the_hint_names_the_arguments(written: str) -> None:
    caller = CallRunner(VehicleWorldInterface(World()))
    done = ToolCallProtocol()._carried_out(Choice(tool_calls=(ToolCall("1", "set_delay_close_duration", written),)), caller)
    assert not done.calls
    assert "set_delay_close_duration was not called" in done.error
    assert "Arguments: " in done.results[0].text
    assert "unit (" in done.results[0].text


def test_without_arguments_there_are_none() -> None:
    assert [read_arguments(text) for text in ("", " ", "{}", "null", "[{}]")] == [{}] * 5


def test_an_action_that_was_mended_is_known() -> None:
    right = '{"action_type": "wait"}'
    assert not holds_mended_action(f"Reason: {{so}}.\nAction: {right}")
    assert not holds_mended_action("no action")
    for mended in (right[:-1] + ",}", right.replace('"', "'"), f"<think>{right}</think>" + right[:-1] + " # now\n}"):
        assert holds_mended_action(mended)


HERMES = {
    "a trailing comma": f'{{"name": "f", "arguments": {TEXT[:-1]},}}}}',
    "single quotes": f'{{"name": "f", "arguments": {TEXT}}}'.replace('"', "'"),
    "keys without quotes": '{name: "f", arguments: {value: 2, unit: "minute"}}',
    "single words without quotes": '{"name": f, "arguments": {"value": 2, "unit": minute}}',
    "a comment": f'{{"name": "f", "arguments": {TEXT[:-1]} // two\n}}}}',
    "a comment from #": f'{{"name": "f", "arguments": {TEXT[:-1]} # two\n}}}}',
    "Python's words": '{"name": "f", "arguments": {"value": 2, "unit": "minute", "more": None}}',
    "a line break in a text": '{"name": "f", "arguments": {"value": 2, "unit": "minute", "more": "a\nb"}}',
    "another escape": '{"name": "f", "arguments": {"value": 2, "unit": "minut\\x65"}}',
    "a fence": f'```json\n{{"name": "f", "arguments": {TEXT[:-1]},}}}}\n```',
    "the arguments first": f'{{"arguments": {TEXT[:-1]},}}, "name": "f"}}',
}


@pytest.mark.parametrize("written", HERMES.values(), ids=HERMES)
def test_a_call_of_hermes_that_was_mended_is_counted(written: str) -> None:
    def mended(text: str) -> bool:
        (call,) = read_reply(f"<tool_call>\n{text}\n</tool_call>").calls
        assert (call.name, read_arguments(call.arguments) | {"more": None}) == ("f", OBJECT | {"more": None})
        exchange = ModelExchange(
            ModelRequest.of("act", "Go.", sampling=Sampling()), Completion((Choice(tool_calls=(call,)),)), 1.0
        )
        return call_record(exchange, lambda picture: None).mended

    assert mended(written)
    assert not mended(f'{{"name": "f", "arguments": {TEXT}}}')


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ("b b", {"enum": ["B b", "B_b"]}),
        ("", {"enum": ["-"]}),
        (float("inf"), {"type": "integer"}),
        (float("inf"), {"type": "string"}),
        (True, {"type": "string"}),
        (1e300, {"type": "integer"}),
        (2, {"type": "boolean"}),
        ("٣", {"type": "integer"}),
        ("9" * 30, {"type": "integer"}),
        ("{", {"type": "object"}),
        ({"a": 1}, {"type": "array"}),
        (None, {"type": "array"}),
    ],
)
def test_what_is_in_doubt_is_left_as_it_is(value: Any, schema: Fields) -> None:
    assert fitted(value, schema) is value


def test_tools_can_be_called_whether_they_are_listed_or_not() -> None:
    few, every = (McpCar(EpisodeSettings(FREE_DRIVE, ending=None, face="both"), 1, lists_apis=lists) for lists in (False, True))
    assert len(few.tools) <= 20 < len(every.tools) == 275
    assert sum(len(one.name + one.description + json.dumps(one.parameters)) for one in few.tools.values()) < 15_000
    for car in (few, every):
        assert car.call("hazardLight__switch", {"switch": True}).text == "hazard warning lamps: on"
        assert car.call("hazard-light.switch", {"switch": "off"}).text == "hazard warning lamps: off"
    assert "hazardLight.switch(switch)" in few.call("search_api", {"modules": ["hazardLight"]}).text
    assert few.call("call_api", {"api": "hazardLight.switch", "arguments": {"switch": True}}).text == "hazard warning lamps: on"
