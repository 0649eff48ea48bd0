"""Every agent of ours that asks a model keeps its contracts where its knowledge is activated."""

from functools import cache

import pytest
from contracts.activation_contract import ActivationContract
from contracts.agent_contract import AgentContract, waits_of
from playable_agents import asks_about_pictures
from registered import PLAIN

from automotive_env.agents.registry import all_agents
from automotive_env.kate.activation.activating_model import ActivatingModel, ActivationSetup
from automotive_env.place.context_provider import OfflineContext
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import Selection

PLAYED = {"automotive": PLAIN, "vehicleworld": "vehicleworld.test.0*", "conversations": "consent.test.0*"}


def contract_of(suite, contestant):
    planned = cache(lambda: suite.plan(Selection(tasks=(PLAYED[suite.name],)))[:1])  # when they are played, not collected

    class Contract(ActivationContract):
        items = property(lambda self: planned())

    Contract.suite, Contract.contestant = suite, contestant
    return Contract


def agent_contract_of(spec):
    class Contract(AgentContract):
        waits = waits_of(spec.name)

        def make(self, model):
            return spec.make(ActivatingModel(model, ActivationSetup()), OfflineContext())

    return Contract


AT_ONCE = ("t3a", "fc", "sfc")
"""Agents that are tried in every run of the tests; the others follow in the sweep."""


def tried(name, contract):
    return contract if name in AT_ONCE else pytest.mark.sweep(contract)


for suite in (OURS[name] for name in PLAYED):
    for name, one in suite.players().items():
        if one.needs_model and not (suite.name == "automotive" and asks_about_pictures(name)):
            globals()[f"Test{suite.name.title()}{name.title()}"] = tried(name, contract_of(suite, one))
for name, spec in all_agents().items():
    if spec.needs_model:
        globals()[f"TestAgent{name.title()}"] = tried(name, agent_contract_of(spec))
