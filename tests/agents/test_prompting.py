import re
from dataclasses import fields, replace
from pathlib import Path

import jinja2
import pytest
from contracts.agent_contract import button

from automotive_env.action import ACTION_TYPES
from automotive_env.agents.facts import difference
from automotive_env.agents.prompting import ACT, CONTEXT, REFLECT, one_line, render
from automotive_env.model import Facts

FACTS = Facts(
    goal='don\'t let <me> freeze & "shiver"',
    elements=(button(0, "Auto"), button(1, "Fan", selected=True)),
    history=("Step 1: wait -> done", "Step 2: open_app -> FAILED: no such app"),
    vehicle={"speed": "80 km/h", "light outside": "dusk"},
    gps="48.85660, 2.35220",
    context={"speed limits": "50 km/h in towns", "weather": "freezing rain"},
    apis={"system.safety_alert": "Shows a safety alert.", "HUD.switch": "Projects or not."},
    before=(button(0, "Auto"), button(1, "Fan")),
    action={"action_type": "answer", "text": "don't <worry>"},
    outcome="done: the fan runs",
    apps=("first app", "second app"),
    memory=("failed: click Auto (locked)", "worked: click Fan"),
    topics={"speed limits": "how fast one may drive", "weather": "what it is like"},
    steps_left=7,
)
TOLD = {
    ACT: ("goal", "elements", "history", "vehicle", "gps", "context", "apis", "apps", "memory", "steps_left"),
    REFLECT: ("goal", "elements", "vehicle", "before", "action", "outcome"),
    CONTEXT: ("goal", "vehicle", "gps", "topics"),
}


def prompt(template, facts=FACTS):
    more = {"remembers": True, **difference(facts)} if template == REFLECT else {}
    return render(template, facts, **more)


def said(part, facts=FACTS):
    """The texts that tell a part of the facts."""
    value = getattr(facts, part)
    match part:
        case "elements" | "before":
            return [element.line() for element in value]
        case "vehicle" | "context" | "apis" | "topics":
            return [f"{name}: {text}" for name, text in value.items()]
        case "action":
            return ['{"action_type": "answer", "text": "don\'t <worry>"}']
        case "steps_left":
            return ["included: 7"]
        case "goal" | "gps" | "outcome":
            return [value]
    return list(value)


@pytest.mark.parametrize(("template", "part"), [(template, part) for template, parts in TOLD.items() for part in parts])
def test_the_text_says_what_the_facts_hold(template, part):
    empty = replace(FACTS, **{part: type(getattr(FACTS, part))()})
    text = prompt(template)
    for line in said(part):
        assert line in text
        if part not in ("elements", "before"):  # what stayed the same is told on behalf of both
            assert line not in prompt(template, empty)


def test_every_part_of_the_facts_is_told_somewhere():
    assert {part for parts in TOLD.values() for part in parts} == {field.name for field in fields(Facts)}


def sections(text):
    return [line[3:] for line in text.splitlines() if line.startswith("## ")]


def test_the_sections_of_the_action_prompt_go_from_what_stays_to_what_changes():
    assert sections(render(ACT, FACTS, pictures=("the screen",))) == [
        "Actions",
        "Guidance",
        "Apps",
        "Vehicle APIs",
        "Goal",
        "Place",
        "Memory",
        "History",
        "Vehicle",
        "Elements",
        "Images",
        "Reply",
    ]


def test_sections_without_content_that_is_optional_are_left_out():
    bare = sections(render(ACT, Facts(goal="x")))
    assert "Place" not in bare
    assert "Memory" not in bare
    assert "Images" not in bare


def test_the_part_that_stays_comes_first_so_that_servers_can_cache_it():
    later = replace(FACTS, history=("Step 9: wait -> done",), elements=(), vehicle={"speed": "0 km/h"}, memory=())
    one, two = render(ACT, FACTS), render(ACT, later)
    same = next(position for position, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1])
    assert one[:same].count("## ") >= 6
    assert same > 3_000


def test_all_actions_are_in_the_prompt():
    text = prompt(ACT)
    assert all(f"- {name}: " in text for name in ACTION_TYPES)


ALERTS = (
    "An alert is due for a danger that the driver does not know of, or for something unlawful that the agent cannot put right."
)


def test_prompt_and_documentation_say_in_the_same_words_when_an_alert_is_due():
    pages = [prompt(ACT), (Path(__file__).parents[2] / "docs" / "judgement.md").read_text("utf-8")]
    assert all(ALERTS in " ".join(page.split()) for page in pages)


def test_the_prompt_names_every_right_ending():
    text = " ".join(prompt(ACT).split())
    for said in ("status complete", "nothing needs to be done", "infeasible with the reason", "a question: answer"):
        assert said in text
    assert '"seconds"' in text
    assert '"reason"' in text


def test_the_guidance_coaches_towards_no_task():
    """It names no equipment of the car, no sensor and no panel: what helps in a task is for the agent to find out."""
    guidance = render(ACT, FACTS).partition("## Guidance")[2].partition("## Apps")[0].lower()
    named = "climate|power|fan|auto\\b|notification|defrost|light|beam|wiper|window|heat|speed|favourite|volume|fog|ice\\b|road"
    assert not re.findall(rf"\b(?:{named})", guidance)


def test_the_wording_is_shorter_than_that_of_the_first_agents():
    assert len(render(ACT, Facts(goal=""))) < 6_853
    assert len(prompt(REFLECT, Facts(goal=""))) < 3_783


def test_reflection_tells_each_element_once():
    text = prompt(REFLECT)
    assert text.count('"Auto"') == 1
    gone, new, stayed = text.split("## Elements ")[1:]
    assert FACTS.before[1].line() in gone
    assert FACTS.elements[1].line() in new
    assert FACTS.elements[0].line() in stayed


def test_a_missing_part_is_an_error_and_not_a_gap():
    with pytest.raises(jinja2.UndefinedError):
        render(REFLECT, FACTS)


def test_a_goal_with_template_syntax_is_only_text():
    assert "{{ 7 * 7 }} {% include 'act.jinja' %}" in render(ACT, Facts(goal="{{ 7 * 7 }} {% include 'act.jinja' %}"))


def test_one_line_can_be_sent_by_any_client():
    line = one_line("a\n b\t\ud800" + "x" * 100, 20)
    line.encode()
    assert len(line) == 20
    assert "\n" not in line
