"""Templates of other folders: they take precedence, can only show facts, are bounded, and are blamed by their file's name."""

import asyncio

import pytest
from contracts.agent_contract import ScriptedModel, button, moment

from automotive_env.agents import templates
from automotive_env.agents.agent import AgentOptions, EpisodeContext
from automotive_env.agents.registry import find_agent
from automotive_env.agents.templates import Templates
from automotive_env.errors import AgentFault, UsageError

USER = "act.user.jinja"


def rendered(folder, text, **facts):
    (folder / USER).write_text(text, "utf-8")
    return Templates([str(folder)]).render(USER, facts)


def asked(agent, *folders):
    """What an agent's model is told of one moment."""
    model = ScriptedModel()
    playing = find_agent(agent).make(model, None, AgentOptions(prompts=tuple(map(str, folders))))
    playing.reset("too warm in here", EpisodeContext(seed=1, apps=("climate",)))
    asyncio.run(playing.act(moment(button(0, "Fan"))))
    return model.requests[-1].messages


@pytest.mark.parametrize("agent", ["t3a", "m3a", "asurada"])
def test_a_template_of_another_folder_takes_the_place_of_ours_and_the_rest_stays(agent, tmp_path):
    (tmp_path / USER).write_text("Wish: {{ facts.goal }}\n{% for one in facts.elements %}{{ one.line() }}{% endfor %}", "utf-8")
    system, user = asked(agent, tmp_path)
    assert user.text == 'Wish: too warm in here\n0 Button "Fan" #fan (20,30)\n'
    assert system == asked(agent)[0]


def test_the_first_folder_takes_precedence_and_its_parts_are_shared(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        (folder / "history.jinja").write_text(f"from {folder.name}", "utf-8")
    (second / USER).write_text('{% include "history.jinja" %} and {% include "vehicle.jinja" %}', "utf-8")
    text = asked("t3a", first, second)[1].text
    assert text.startswith("from first and ## Vehicle")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{{ facts.goal ", "unexpected end of template"),
        ("{% for x in facts %}", "line 1"),
        ("{{ facts.goal | replace('a', 'b') }}", "No filter named 'replace'"),
        ("{{ 'x' * 10 }}", "mul is not allowed"),
        ("{{ facts.goal ~ facts.goal }}", "concat is not allowed"),
        ("{% set x = 1 %}", "assign is not allowed"),
        ("{% macro m() %}{{ m() }}{% endmacro %}", "macro is not allowed"),
        ("{{ facts.goal.center(100) }}", "call is not allowed"),
        ("{{ facts.goal.format() }}", "call is not allowed"),
        ("{{ range(9) }}", "call is not allowed"),
        ("\n\n{% extends 'act.system.jinja' %}", "line 3: extends is not allowed"),
        ("x" * 300_000, "more than 200,000 bytes"),
    ],
)
def test_a_broken_template_is_wrong_usage_and_named(text, says, tmp_path):
    (tmp_path / USER).write_text(text, "utf-8")
    with pytest.raises(UsageError, match=says) as raised:
        find_agent("t3a").make(ScriptedModel(), None, AgentOptions(prompts=(str(tmp_path),)))
    assert str(tmp_path / USER) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_no_text_is_wrong_usage(tmp_path):
    (tmp_path / USER).write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(UsageError, match="cannot be used"):
        Templates([str(tmp_path)])


@pytest.mark.parametrize(
    ("folder", "says"),
    [
        ("missing", "there is no folder of prompts"),
        ("empty", r"holds no prompt template; add one of act\.system\.jinja, act\.user\.jinja"),
    ],
)
def test_a_folder_without_a_prompt_is_wrong_usage(folder, says, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "act.jinja").write_text("x")
    with pytest.raises(UsageError, match=says):
        Templates([str(tmp_path / folder)])


@pytest.mark.parametrize(
    "text",
    [
        "{{ facts.gaol }}",
        "{{ nothing.at.all }}",
        "{{ facts.__class__.__mro__ }}",
        "{{ facts.goal.__class__ }}",
        "{% include 'missing.jinja' %}",
        "{% include '../act.user.jinja' %}",
        "{% include 'act.user.jinja' %}",
        "{{ facts.goal.items() }}",
        "{% for turns in [facts.goal] %}{% for x in turns %}{% endfor %}{% endfor %}",
        "{% for x in 5 %}{% endfor %}",
    ],
)
def test_what_only_shows_when_it_is_rendered_is_the_agents_fault_and_named(text, tmp_path):
    (tmp_path / USER).write_text(text, "utf-8")
    with pytest.raises(AgentFault) as raised:
        asked("t3a", tmp_path)
    assert f"the prompt {tmp_path / USER} cannot be rendered" in str(raised.value)


def test_the_text_and_the_turns_of_loops_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(templates, "MAX_PROMPT_CHARACTERS", 500)
    monkeypatch.setattr(templates, "MAX_TURNS", 100)
    many = "".join("{% for x in facts %}" for _ in range(9)) + "{% if x == 1 %}y{% endif %}" + "{% endfor %}" * 9
    with pytest.raises(AgentFault, match="more than 100 times"):
        rendered(tmp_path, many, facts=list(range(40)))
    with pytest.raises(AgentFault, match="more than 500 characters"):
        rendered(tmp_path, "{% for x in facts %}0123456789{% endfor %}", facts=list(range(60)))
    with pytest.raises(AgentFault, match="more than 500 characters"):
        rendered(tmp_path, "{{ facts | join(facts | join) | length }}", facts=["x" * 20] * 20)
    with pytest.raises(AgentFault, match="more than 500 characters"):
        rendered(tmp_path, "{{ facts" + " | json" * 12 + " | length }}", facts='"')
    assert rendered(tmp_path, "{% for x in facts %}{{ x }}{% endfor %}", facts=list(range(100))) == "".join(map(str, range(100)))
