"""A model of another package, held to the contract: whatever it raises or answers, the model is blamed for it."""

from __future__ import annotations

import warnings
from dataclasses import replace

from pydantic import ValidationError

from automotive_env.errors import ModelFault, ReplyBroken, UsageError
from automotive_env.models.endings import ReplyCutOff, ended
from automotive_env.models.model import Abilities, Completion, Model, ModelRequest, Sampling
from automotive_env.models.one_by_one import one_by_one
from automotive_env.models.pace import RateLimiter
from automotive_env.models.recording import as_recorded
from automotive_env.models.sanitise import sanitise
from automotive_env.plugins.registry import PluginWarning, calling, reason
from automotive_env.text.printable import printable

MAX_NAME_CHARACTERS = 200


class CheckedModel:
    """Passes requests on; see `automotive_env.models.model.Model`. Answers are bounded like those of a server.

    A model that gives fewer replies than were asked for is asked for the others one by one.
    """

    def __init__(self, model: Model, pace: RateLimiter | None = None) -> None:
        """Check a model, whose requests wait for their turn.

        Raises:
            TypeError: it lacks something that models have.
            UsageError: it has no name that records can hold.
        """
        if lacking := [name for name in ("name", "complete", "probe", "close") if not hasattr(model, name)]:
            raise TypeError(f"{type(model).__name__} is no model: it lacks {', '.join(lacking)}")
        with calling("the name of the model cannot be read"):
            name = model.name
        if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME_CHARACTERS or printable(name) != name:
            raise UsageError(f"a model's name is 1 to {MAX_NAME_CHARACTERS} printable characters, not {name!r:.80}")
        self._model = model
        self._pace = pace or RateLimiter()
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer a request.

        Raises:
            ModelFault: the model raised something, or answered with something else than a completion.
        """
        return await one_by_one(request, self._asked, await self._asked(request))

    async def _asked(self, request: ModelRequest) -> Completion:
        async with self._pace.turn(request) as turn:
            with calling(f"{self._name} failed", ModelFault):
                completion = await self._model.complete(request)
            checked = self._checked(completion, request)
            turn.used(checked.usage)
            return checked

    def _checked(self, completion: Completion, request: ModelRequest) -> Completion:
        try:
            choices = tuple(ended(choice, _text(choice.finish)) for choice in completion.choices)
            return as_recorded(sanitise(replace(completion, choices=choices), asked=request.sampling))
        except ReplyCutOff as error:
            raise ReplyBroken(f"{self._name} broke off its reply ({error})") from None
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise ModelFault(f"{self._name} answers nonsense: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        except Exception as error:
            raise ModelFault(f"{self._name} answers {type(completion).__name__}, and no completion: {reason(error)}") from None

    async def probe(self, sampling: Sampling) -> Abilities:
        """Check that the model answers.

        Raises:
            ModelFault: it does not.
        """
        with calling(f"{self._name} cannot be asked", ModelFault):
            abilities = await self._model.probe(sampling)
        if not isinstance(abilities, Abilities):
            raise ModelFault(f"{self._name}: probe returns {type(abilities).__name__}, not Abilities")
        return abilities

    async def close(self) -> None:
        """Release the model's connections; a model that fails in this has answered all the same."""
        try:
            with calling(f"closing {self._name} failed", ModelFault):
                await self._model.close()
        except ModelFault as fault:
            warnings.warn(printable(fault), PluginWarning, stacklevel=2)


def _text(finish: object) -> str:
    if not isinstance(finish, str):
        raise TypeError(f"finish is {type(finish).__name__}, not text")
    return finish
