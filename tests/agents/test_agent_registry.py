import pytest
from cases import cases
from contracts.agent_contract import ScriptedModel
from playable_agents import PLAYABLE

from automotive_env.agents.registry import all_agents, find_agent
from automotive_env.errors import UsageError


@cases("name", PLAYABLE)
def test_each_agent_can_be_made_and_bears_its_name(name):
    spec = find_agent(name)
    agent = spec.make(ScriptedModel() if spec.needs_model else None)
    assert agent.name == name
    assert spec.description
    assert agent is not spec.make(ScriptedModel())


@cases("name", PLAYABLE)
def test_only_those_that_ask_a_model_cannot_be_made_without_one(name):
    spec = find_agent(name)
    if spec.needs_model:
        with pytest.raises(UsageError, match="--model builtin"):
            spec.make()
    else:
        assert spec.make().name == name


@pytest.mark.parametrize(("name", "guess"), [("asurda", "asurada"), ("T3A", "t3a"), ("orcale", "oracle")])
def test_a_wrong_name_is_met_with_the_right_one(name, guess):
    with pytest.raises(UsageError, match=f"did you mean '{guess}'"):
        find_agent(name)


@pytest.mark.parametrize("name", ["nature", "fc"])
def test_a_name_that_is_like_none_is_met_without_a_guess(name):
    with pytest.raises(UsageError, match=rf"^no agent '{name}' plays the suite automotive\. Choose from "):
        find_agent(name)


def test_a_name_that_is_like_none_is_met_with_all():
    with pytest.raises(UsageError, match=", ".join(all_agents())):
        find_agent("zzz")
