from contracts.agent_contract import AgentContract, waits_of
from playable_agents import PLAYABLE

from automotive_env.agents.registry import all_agents
from automotive_env.place.context_provider import OfflineContext


def contract_of(name):
    spec = all_agents()[name]

    class Contract(AgentContract):
        waits = waits_of(name)

        def make(self, model):
            return spec.make(model if spec.needs_model else None, OfflineContext())

    return Contract


def without_a_terminal(name):
    return name not in ("human", "oracle")  # one waits for a person, the other is shown the task


globals().update({f"Test{name.title().replace(':', '')}": contract_of(name) for name in filter(without_a_terminal, PLAYABLE)})
