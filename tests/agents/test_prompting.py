"""What prompts say of the facts, and in which of their two messages."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from cases import cases
from contracts.agent_contract import button

from automotive_env.agents.facts import difference
from automotive_env.agents.prompting import PromptRenderer, one_line
from automotive_env.episode.action import ACTION_TYPES
from automotive_env.errors import AgentFault
from automotive_env.models.model import PromptFacts

ACT, REFLECT, PREPARE = "act", "reflect", "prepare"
FACTS = PromptFacts(
    goal='don\'t let <me> freeze & "shiver"',
    elements=(button(0, "Auto"), button(1, "Fan", selected=True)),
    history=("Step 1: wait -> done", "Step 2: open_app -> FAILED: no such app"),
    vehicle={"speed": "80 km/h", "light outside": "dusk"},
    gps="48.85660, 2.35220",
    context={"speed limits": "50 km/h in towns", "weather": "freezing rain"},
    apis={"system.safety_alert": "Shows a safety alert.", "HUD.switch": "Projects or not."},
    before=(button(0, "Auto"), button(1, "Fan")),
    action='click Switch "don\'t <worry>" #fan',
    reason="the fan is off",
    outcome="done: the fan runs",
    apps=("first app", "second app"),
    memory=("failed: click Auto (locked)", "worked: click Fan"),
    topics={"speed limits": "how fast one may drive", "weather": "what it is like"},
    plan=("look at the fan", "switch it on"),
    max_plan_steps=3,
    steps_left=7,
)
TOLD = {
    ACT: (
        "goal",
        "elements",
        "history",
        "vehicle",
        "gps",
        "context",
        "apis",
        "apps",
        "memory",
        "plan",
        "steps_left",
        "shortcuts",
    ),
    REFLECT: ("goal", "elements", "vehicle", "before", "action", "reason", "outcome"),
    PREPARE: ("goal", "vehicle", "gps", "context", "history", "memory", "plan", "apps", "topics", "max_plan_steps"),
}


def messages(template, facts=FACTS, *, held=False, **more):
    if template == REFLECT:
        more = {"remembers": True, **difference(facts.before, facts.elements), **more}
    return PromptRenderer().messages(template, facts, held=held, **{"place": True, **more})


def prompt(template, facts=FACTS, **more):
    return "".join(message.text for message in messages(template, facts, **more))


def said(part, facts=FACTS):
    """The texts that tell a part of the facts."""
    value = getattr(facts, part)
    match part:
        case "elements" | "before":
            return [element.line() for element in value]
        case "vehicle" | "context" | "apis" | "topics":
            return [f"{name}: {text}" for name, text in value.items()]
        case "steps_left":
            return ["included: 7"]
        case "shortcuts":
            return ["- open_app: "]
        case "max_plan_steps":
            return ["in 1 to 3 steps"]
        case "goal" | "gps" | "action" | "reason" | "outcome":
            return [value]
    return list(value)


@cases(("template", "part"), [(template, part) for template, parts in TOLD.items() for part in parts])
def test_the_text_says_what_the_facts_hold(template, part):
    empty = replace(FACTS, **{part: type(getattr(FACTS, part))()})
    text = prompt(template)
    for line in said(part):
        assert line in text
        if part not in ("elements", "before"):  # what stayed the same is told on behalf of both
            assert line not in prompt(template, empty)


def test_every_part_of_the_facts_is_told_somewhere():
    of_calls = {"car", "face"}  # told where there is not only a head unit, see test_faces
    of_activation = {"experience"}  # told before the wish by `kate:`, see tests/kate/activation
    of_turns = {"speaker", "conversation"}
    others = of_calls | of_activation | of_turns
    assert {part for parts in TOLD.values() for part in parts} == {field.name for field in fields(PromptFacts)} - others


@cases("template", [ACT, PREPARE])
def test_a_turn_tells_who_speaks_and_what_was_said_before(template):
    before = ("Driver: Make it warm.", "You ended the turn: complete")
    text = prompt(template, replace(FACTS, speaker="passenger", conversation=before))
    assert sections(text)[sections(text).index("Conversation so far") + 1] == "Goal of a passenger"
    assert "\n".join(before) in text
    noticed = prompt(template, replace(FACTS, speaker="car", conversation=before))
    assert f"## The car reports\n{FACTS.goal}\n" in noticed
    assert "Goal" not in sections(noticed)
    assert not {"Conversation so far", "Goal of a passenger", "The car reports"} & set(sections(prompt(template)))


def sections(text):
    return [line[3:] for line in text.splitlines() if line.startswith("## ")]


def test_the_action_prompt_says_first_what_stays_and_then_what_is_the_case():
    system, user = PromptRenderer().messages(ACT, FACTS, {"the screen": None}, held=False, place=True)
    assert (system.role, user.role) == ("system", "user")
    assert sections(system.text) == ["Actions", "Guidance", "Apps", "Vehicle APIs", "Reply"]
    assert sections(user.text) == ["Goal", "Place", "Memory", "Plan", "History", "Vehicle", "Elements", "Images"]
    assert tuple(user.images) == (None,)
    assert not system.images


def test_sections_without_content_that_is_optional_are_left_out():
    bare = sections(prompt(ACT, PromptFacts(goal="x")))
    assert not {"Place", "Memory", "Plan", "Images"} & set(bare)


@pytest.mark.parametrize("template", [ACT, REFLECT, PREPARE])
@pytest.mark.parametrize("held", [False, True])
def test_what_the_system_says_is_the_same_in_all_steps_of_all_episodes(template, held):
    other = PromptFacts("x", apis=FACTS.apis, apps=FACTS.apps, topics=FACTS.topics, max_plan_steps=3)
    assert messages(template, FACTS, held=held)[0] == messages(template, other, held=held)[0]


def test_the_reply_is_asked_for_as_the_schema_has_it_where_the_model_is_held_to_one():
    asked = {template: messages(template, held=True)[0].text.split("## Reply\n")[1] for template in (ACT, REFLECT, PREPARE)}
    assert re.findall(r'"(\w+)":', asked[ACT]) == ["reason", "action"]
    assert re.findall(r'"(\w+)":', asked[REFLECT]) == ["thought", "lesson"]
    assert re.findall(r'"(\w+)":', asked[PREPARE]) == ["topics", "plan"]
    free = {template: messages(template, held=False)[0].text.split("## Reply\n")[1] for template in (ACT, REFLECT)}
    assert "Reason: " in free[ACT]
    assert "Action: " in free[ACT]
    assert "Lesson: " in free[REFLECT]


@pytest.mark.parametrize(
    ("facts", "members"),
    [
        (replace(FACTS, max_plan_steps=0), ["topics"]),
        (replace(FACTS, topics={}), ["plan"]),
    ],
)
def test_topics_and_a_plan_are_asked_for_where_they_are_wanted(facts, members):
    assert re.findall(r'"(\w+)":', messages(PREPARE, facts)[0].text.split("## Reply\n")[1]) == members


def test_all_actions_on_elements_are_in_the_prompt():
    text = prompt(ACT)
    assert all(f"- {name}: " in text for name in ACTION_TYPES if name != "drag")


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
    guidance = prompt(ACT).partition("## Guidance")[2].partition("## Apps")[0].lower()
    named = "climate|power|fan|auto\\b|notification|defrost|light|beam|wiper|window|heat|speed|favourite|volume|fog|ice\\b|road"
    assert not re.findall(rf"\b(?:{named})", guidance)


def test_the_wording_is_shorter_than_that_of_the_first_agents():
    assert len(prompt(ACT, PromptFacts(goal=""))) < 6_853
    assert len(prompt(REFLECT, PromptFacts(goal=""))) < 3_783


def test_reflection_tells_each_element_once():
    text = prompt(REFLECT)
    assert text.count('"Auto"') == 1
    gone, new, stayed = text.split("## Elements ")[1:]
    assert FACTS.before[1].line() in gone
    assert FACTS.elements[1].line() in new
    assert FACTS.elements[0].line() in stayed


def test_a_missing_part_is_an_error_and_not_a_gap():
    with pytest.raises(AgentFault, match=r"reflect\.system\.jinja cannot be rendered: 'remembers' is undefined"):
        PromptRenderer().messages(REFLECT, FACTS, held=False)


def test_a_goal_with_template_syntax_is_only_text():
    text = "{{ 7 * 7 }} {% include 'act.user.jinja' %}"
    assert text in prompt(ACT, PromptFacts(goal=text))


def test_elements_are_compared_by_what_they_are_and_not_by_their_index():
    """An alert over a page pushes 30 elements to other numbers: four are new, and four are gone."""
    page = [button(n, f"Row {n}") for n in range(34)]
    alert = [button(n, f"Alert {n}") for n in range(4)]
    over = [one._replace(index=n) for n, one in enumerate([*alert, *page[4:]])]
    changed = difference(page, over)
    assert [len(changed[part]) for part in ("before_only", "after_only", "unchanged")] == [4, 4, 30]
    assert changed["unchanged"] == [one.line() for one in over[4:]]


def test_equals_are_told_apart_by_their_order_and_a_state_by_its_change():
    before = [button(0, "Seat"), button(1, "Seat"), button(2, "Seat", selected=True)]
    after = [button(3, "Seat"), button(4, "Seat", selected=True), button(5, "Seat", selected=True), button(6, "Seat")]
    changed = difference(before, after)
    assert changed["before_only"] == [before[1].line()]
    assert changed["after_only"] == [after[1].line(), after[3].line()]
    assert changed["unchanged"] == [after[0].line(), after[2].line()]


def test_one_line_can_be_sent_by_any_client():
    line = one_line("a\n b\t\ud800" + "x" * 100, 20)
    line.encode()
    assert len(line) == 20
    assert "\n" not in line
