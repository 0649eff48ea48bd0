import asyncio
from collections import Counter

import pytest
from cases import cases
from contracts.agent_contract import CONTEXT, button, moment

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.constant import REPLY, ConstantAgent
from automotive_env.agents.human import HumanAgent, read_line
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.random_agent import RandomAgent
from automotive_env.episode.action import (
    ActionError,
    Answer,
    Call,
    Click,
    InputText,
    KeyboardEnter,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
    Status,
    Wait,
    action_from_json,
)
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import RangeInfo
from automotive_env.errors import AgentFault

SCREEN = moment(
    button(0, "Title", clickable=False),
    button(1, "Auto"),
    button(2, "Locked", enabled=False),
    button(3, "Name", clickable=False, editable=True),
    button(4, "Volume", clickable=False, range=RangeInfo(0, 10, 5)),
    button(5, "Map", long_clickable=True),
)


def test_noop_is_done_at_once():
    agent = NoopAgent()
    agent.reset("make it warm", CONTEXT)
    assert asyncio.run(agent.act(SCREEN)).action == Status(goal_status="complete")


def test_constant_says_the_same_and_ends_at_every_turn():
    agent = ConstantAgent()
    for goal in ("make it warm", "and back"):
        agent.reset(goal, CONTEXT)
        actions = [asyncio.run(agent.act(SCREEN)).action for _ in range(2)]
        assert actions == [Answer(text=REPLY), Status(goal_status="complete")]


def drawn(seed, count=400, screen=SCREEN):
    agent = RandomAgent()
    agent.reset("", EpisodeContext(seed=seed, apps=("climate", "maps")))

    async def draw():
        return [(await agent.act(screen)).action for _ in range(count)]

    return asyncio.run(draw())


def test_random_repeats_itself_with_the_same_seed_only():
    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_random_touches_only_what_can_be_touched():
    kinds = Counter()
    for action in drawn(3):
        kinds[action.action_type] += 1
        assert action_from_json(action.to_json()) == action
        if getattr(action, "index", None) is not None:
            allowed = {"click": {1, 5}, "double_tap": {1, 5}, "long_press": {5}, "input_text": {3}, "swipe": {4}}
            assert action.index in allowed[action.action_type]
    assert len(kinds) == 13  # all but calls
    assert min(kinds.values()) > 5


def test_random_has_something_to_do_on_an_empty_screen():
    assert all(getattr(action, "index", None) is None for action in drawn(4, screen=moment()))


@cases(
    ("line", "action"),
    [
        ("12", Click(index=12)),
        (" 0 ", Click(index=0)),
        ("back", NavigateBack()),
        ("HOME", NavigateHome()),
        ("enter", KeyboardEnter()),
        ("wait", Wait()),
        ("wait 20", Wait(seconds=20)),
        ("done", Status(goal_status="complete")),
        ("impossible", Status(goal_status="infeasible")),
        ("impossible the road is closed", Status(goal_status="infeasible", reason="the road is closed")),
        ("down", Scroll(direction="down")),
        ("left 4", Scroll(direction="left", index=4)),
        ("open climate", OpenApp(app_name="climate")),
        ("say It is 21 degrees.", Answer(text="It is 21 degrees.")),
        ("type 3 New  York", InputText(index=3, text="New  York")),
        (
            '{"action_type": "call", "api": "HUD.switch", "arguments": {"switch": true}}',
            Call(api="HUD.switch", arguments={"switch": True}),
        ),
    ],
)
def test_what_a_person_types(line, action):
    assert read_line(line) == action


@cases("line", ["", "hello", "type 3", "type x y", "open", "up here", "-1", "12 13", "²", "{", "99999", '{"action_type": "x"}'])
def test_what_a_person_cannot_mean(line):
    with pytest.raises(ActionError):
        read_line(line)


def with_lines(*lines):
    shown, waiting = [], iter(lines)

    def read(prompt):
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    agent = HumanAgent(read, shown.append)
    agent.reset("make it warm", CONTEXT)
    return agent, shown


def test_a_person_is_asked_until_the_line_is_an_action_on_the_screen():
    agent, shown = with_lines("warm!", "99", "1")
    decision = asyncio.run(agent.act(SCREEN))
    assert decision.action == Click(index=1)
    text = "\n".join(shown)
    assert "make it warm" in text
    assert SCREEN.elements[5].line() in text
    assert "speed: 80 km/h" in text
    assert "'warm!' is not an index" in text
    assert "no element has index 99; give 0 to 5" in text


def test_a_person_at_a_terminal_is_shown_what_a_terminal_can_show():
    shown = []
    agent = HumanAgent(lambda prompt: "done", shown.append, see=("sensors",))
    agent.reset("make it warm", CONTEXT)
    asyncio.run(agent.act(SCREEN))
    assert "speed: 80 km/h" in shown[-1]
    assert SCREEN.elements[5].line() not in shown[-1]
    with pytest.raises(AgentFault, match="does not show marks or screenshot; use `automotive-env play`"):
        HumanAgent(see=("marks", "elements", "screenshot")).reset("make it warm", CONTEXT)


def test_a_person_is_told_what_became_of_it():
    agent, shown = with_lines("1")

    async def step():
        await agent.reflect(await agent.act(SCREEN), ActionOutcome(False, "it is locked"), SCREEN)

    asyncio.run(step())
    assert shown[-1] == "FAILED: it is locked"


def test_a_person_who_leaves_gives_up():
    agent, _ = with_lines()
    assert asyncio.run(agent.act(SCREEN)).action == Status(goal_status="infeasible")
