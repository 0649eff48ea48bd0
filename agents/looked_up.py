"""What an agent that makes calls has looked up: the devices of the car, the APIs of some of them, and how things stood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from automotive_env.agents.templates import to_json
from automotive_env.car.calls.look_ups import ALIASES, LOOK_UPS, SHARED_STATE, search_api, search_module
from automotive_env.car.core.world import MODULES, all_apis
from automotive_env.models.model import Tool

READS_MESSAGES = "conversation.conversation_message_view"
"""The API that returns messages; that it marks them as read does not count as a change."""
MAX_ANSWERS = 6
"""Answers that are kept word for word; the oldest gives way."""
MAX_ANSWER_CHARACTERS = 8_000
MAX_API_CHARACTERS = 50_000
"""Characters that are told of the APIs: enough for those of six devices, not for all."""


def only_tells(api: str) -> bool:
    """Whether an API, given by its full name, tells something and changes nothing that counts."""
    return api == READS_MESSAGES or (api in all_apis() and all_apis()[api].reads_only)


class LookUpResults:
    """Keeps the results of look-up calls, for the prompts of an episode.

    Attributes:
        modules: name -> what it is, once the devices were listed.
        known: modules whose APIs are known; those that were looked up last come last.
        answers: call -> what it told, word for word.
    """

    def __init__(self) -> None:
        self.modules: Mapping[str, str] = {}
        self.known: tuple[str, ...] = ()
        self.answers: dict[str, str] = {}

    def learn(self, api: str, arguments: Mapping[str, Any], data: Any) -> bool:
        """Take down what a call that succeeded has told; returns whether it is one that only tells, and is kept here.

        Args:
            api: full name.
            arguments: as they were given.
            data: what the car answered besides a sentence.
        """
        name = api.partition(".")[2]
        if api in LOOK_UPS and ALIASES.get(name, name) == "search_module":
            self.modules = search_module()
        elif api in LOOK_UPS and name != SHARED_STATE:
            named = arguments.get("modules")
            self.know(*(module for module in named if isinstance(module, str)) if isinstance(named, list | tuple) else ())
        elif data is None or not only_tells(api):
            return False
        else:
            self._keep(f"{api}({to_json(dict(arguments)) if arguments else ''})", to_json(data))
        return True

    def know(self, *modules: str) -> None:
        """Take down that the APIs of modules are known."""
        found = dict.fromkeys(module for module in modules if module in MODULES)
        self.known = (*(module for module in self.known if module not in found), *found)

    def _keep(self, call: str, told: str) -> None:
        self.answers.pop(call, None)
        self.answers[call] = told if len(told) <= MAX_ANSWER_CHARACTERS else f"{told[: MAX_ANSWER_CHARACTERS - 1]}…"
        if len(self.answers) > MAX_ANSWERS:
            del self.answers[next(iter(self.answers))]

    def tools(self, told: Iterable[str]) -> tuple[Tool, ...]:
        """The APIs that were told of anyway, and those of the known modules, under their full names."""
        known = (f"{module}.{name}" for module in self.known for name in MODULES[module].apis)
        return tuple(_tool(name) for name in dict.fromkeys([*told, *known]) if name in all_apis())

    @property
    def api_text(self) -> str:
        """The APIs of the known modules as a prompt describes them; the oldest are left out where all are too long."""
        return search_api(self.known, MODULES)[-MAX_API_CHARACTERS:]


@cache
def _tool(name: str) -> Tool:
    api = all_apis()[name]
    return Tool(name, api.summary, api.schema())
