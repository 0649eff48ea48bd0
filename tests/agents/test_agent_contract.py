from contracts.agent_contract import AgentContract
from playable_agents import PLAYABLE

from automotive_env.agents.registry import all_agents
from automotive_env.place.context_provider import OfflineContext

WAITS = {
    "qwen_vl": '<tool_call>{"name": "mobile_use", "arguments": {"action": "wait"}}</tool_call>',
    "ui_tars": "Action: wait()",
    "tools": '{"name": "wait", "arguments": {}}',
}
"""Family of native agents -> how its model waits."""


def contract_of(name):
    spec = all_agents()[name]

    class Contract(AgentContract):
        waits = WAITS.get(name.rpartition(":")[2], AgentContract.waits)

        def make(self, model):
            return spec.make(model if spec.needs_model else None, OfflineContext())

    return Contract


def without_a_terminal(name):
    return name not in ("human", "oracle")  # one waits for a person, the other is shown the task


globals().update({f"Test{name.title().replace(':', '')}": contract_of(name) for name in filter(without_a_terminal, PLAYABLE)})
