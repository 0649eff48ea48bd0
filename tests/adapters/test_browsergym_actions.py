"""Actions as calls of functions: what they mean, and that nothing of them is ever carried out as Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.adapters.browsergym_actions import BROWSER_ACTIONS, MAX_CHARACTERS, parse_action_string
from automotive_env.episode.action import (
    ACTION_TYPES,
    Action,
    ActionError,
    Answer,
    Call,
    Click,
    DoubleTap,
    InputText,
    KeyboardEnter,
    NavigateBack,
    OpenApp,
    Scroll,
    Status,
    Swipe,
    Wait,
    action_from_json,
)

MEANT: dict[str, Action] = {
    "click('12')": Click(index=12),
    "click(12, button='right')": Click(index=12),
    "click(x=10, y=20)": Click(x=10, y=20),
    "mouse_click(10.0, 20)": Click(x=10, y=20),
    "dblclick('3')": DoubleTap(index=3),
    "fill('3', 'Köln (Dom)')": InputText(index=3, text="Köln (Dom)"),
    "  fill(bid='3', value=\"it's\") ": InputText(index=3, text="it's"),
    "clear('3')": InputText(index=3, text=""),
    "keyboard_type('5')": InputText(text="5", clear=False),
    "press('3', 'Enter')": KeyboardEnter(),
    "keyboard_press('Escape')": NavigateBack(),
    "scroll(0, 200)": Scroll(direction="down"),
    "scroll(-300.5, 200)": Scroll(direction="left"),
    "scroll('up', '4')": Scroll(direction="up", index=4),
    "scroll(direction='up')": Scroll(direction="up"),
    "swipe('right', '7', 0.3)": Swipe(direction="right", index=7, amount=0.3),
    "go_back()": NavigateBack(),
    "noop()": Wait(seconds=1),
    "noop(2500)": Wait(seconds=3),
    "wait('5')": Wait(seconds=5),
    "open_app('climate')": OpenApp(app_name="climate"),
    "send_msg_to_user('5')": Answer(text="5"),
    "report_infeasible('There is no sunroof.')": Status(goal_status="infeasible", reason="There is no sunroof."),
    "status('complete')": Status(goal_status="complete"),
    "call('system.safety_alert', kind='ice', message='Ice.')": Call(
        api="system.safety_alert", arguments={"kind": "ice", "message": "Ice."}
    ),
    "call('a.b', {'n': [1, -2.5, None, True]})": Call(api="a.b", arguments={"n": [1, -2.5, None, True]}),
}


@pytest.mark.parametrize("written", MEANT)
def test_a_call_stands_for_an_action(written: str) -> None:
    assert parse_action_string(written) == MEANT[written]


REFUSED = {
    "": "one call",
    "click": "one call",
    "click('1'); click('2')": "one call",
    "click('1')\nclick('2')": "one call",
    "__import__('os').system('true')": "one call",
    "click(__import__('os').getpid())": "one call",
    "click(*[1])": "one call",
    "click(**{'bid': '1'})": "one call",
    "(lambda: 1)()": "one call",
    "click(f'{1}')": "one call",
    "click('1' 'x' * 10**9)": "one call",
    "\x00": "one call",
    "print('1')": "there is no action 'print'; there are: click",
    "goto('https://example.org')": "there is no action 'goto'",
    "click()": r"click is called as click\(bid, button='left', modifiers=\(\)\)",
    "click('a12')": "index: Input should be a valid integer",
    "press('3', 'Control+a')": "keys are 'Enter' and 'Escape'",
    "scroll('a', 'b')": "direction",
    "noop('soon')": "noop is called as noop",
    "noop(1e999)": "noop is called as noop",
    "open_app('a', 'b')": r"open_app is called as open_app\(app_name\)",
    "open_app('a', app_name='b')": "open_app is called as",
    "wait(61)": "less than or equal to 60",
    "click('here')": r"valid integer; click is called as click\(bid, button='left', modifiers=\(\)\)$",
    "answer([3])": r"valid string; answer is called as answer\(text\)$",
    "(" * 300: "one call",
    "click(" + "-" * 3_000 + "1)": "one call",
    "x" * (MAX_CHARACTERS + 1): f"at most {MAX_CHARACTERS} characters",
}


@pytest.mark.parametrize("written", REFUSED)
def test_what_is_no_call_of_literals_that_fit_is_refused(written: str) -> None:
    with pytest.raises(ActionError, match=REFUSED[written]):
        parse_action_string(written)


CALLED = st.sampled_from([*BROWSER_ACTIONS, *ACTION_TYPES, "eval"])
LITERALS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3)
)


@given(CALLED, st.lists(LITERALS, max_size=4), st.dictionaries(st.sampled_from(["index", "text", "bid", "x", "api"]), LITERALS))
def test_any_call_is_an_action_or_refused(name: str, args: list[object], named: dict[str, object]) -> None:
    words = [*map(repr, args), *(f"{key}={value!r}" for key, value in named.items())]
    try:
        action = parse_action_string(f"{name}({', '.join(words)})")
    except ActionError:
        return
    assert action_from_json(action.to_json()) == action


@given(st.text())
def test_any_text_is_an_action_or_refused(text: str) -> None:
    with pytest.raises(ActionError):
        parse_action_string(text)
