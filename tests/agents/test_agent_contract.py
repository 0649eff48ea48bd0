from contracts.agent_contract import AgentContract

from automotive_env.agents.registry import find_agent
from automotive_env.geo.context import OfflineContext


class TestT3A(AgentContract):
    def make(self, model):
        return find_agent("t3a").make(model)


class TestM3A(AgentContract):
    def make(self, model):
        return find_agent("m3a").make(model)


class TestNoop(AgentContract):
    def make(self, model):
        return find_agent("noop").make()


class TestRandom(AgentContract):
    def make(self, model):
        return find_agent("random").make()


class TestAsurada(AgentContract):
    def make(self, model):
        return find_agent("asurada").make(model, OfflineContext())
