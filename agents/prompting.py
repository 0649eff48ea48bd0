"""Prompts: facts in, messages out. The templates in `prompts` are the only place where agents' wording stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from automotive_env.agents.templates import SUFFIX, Templates
from automotive_env.episode.action import describe_actions
from automotive_env.episode.observation import Image
from automotive_env.episode.picture import LazyPicture, LazyPictures, draw
from automotive_env.models.model import Completion, Model, ModelMessage, ModelRequest, PromptFacts, Purpose, abilities_of

PromptName = Literal["act", "reflect", "prepare"]


def sendable(text: str) -> str:
    """The text without halves of characters, which a reply's JSON escapes can hold and no client can send."""
    return text.encode("utf-8", "replace").decode()


def one_line(text: str, longest: int) -> str:
    """A text as one sendable line of at most so many characters."""
    line = " ".join(sendable(text).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


class PromptRenderer:
    """Renders an agent's prompts.

    Raises:
        UsageError: a folder holds no templates, or a broken one; the message names the file.
    """

    def __init__(self, folders: Sequence[str] = ()) -> None:
        """Make them.

        Args:
            folders: of templates that take precedence over ours, the first most of all.
        """
        self._templates = Templates(folders)

    def messages(
        self, prompt: PromptName, facts: PromptFacts, images: Mapping[str, Image | LazyPicture] | None = None, **more: Any
    ) -> tuple[ModelMessage, ModelMessage]:
        """What a model is told: first what stays the same in all steps of an episode, then what is the case now.

        Args:
            prompt: which.
            facts: what it tells.
            images: what each picture shows -> the picture, in order.
            more: what else its templates ask for.

        Raises:
            AgentFault: a template of another folder asks for what there is not.
        """
        images = images or {}
        values = {
            "facts": facts,
            "pictures": tuple(images),
            "actions": describe_actions(shortcuts=facts.shortcuts, face=facts.face),
            **more,
        }
        told = [
            sendable(self._templates.render(f"{prompt}.{role}{SUFFIX}", values).strip()) + "\n" for role in ("system", "user")
        ]
        return ModelMessage("system", told[0]), ModelMessage("user", told[1], LazyPictures(images.values()))


class PromptedModel:
    """A model that is asked by prompts, and for a JSON object where its replies are held to a schema."""

    def __init__(self, model: Model, prompts: PromptRenderer) -> None:
        self._model = model
        self._prompts = prompts

    @property
    def held(self) -> bool:
        """Whether the model's replies are held to a schema."""
        return abilities_of(self._model).schema

    async def ask(
        self,
        purpose: Purpose,
        prompt: PromptName,
        facts: PromptFacts,
        schema: Mapping[str, Any],
        images: Mapping[str, Image | LazyPicture] | None = None,
        **more: Any,
    ) -> Completion:
        """Ask for something; see `PromptRenderer.messages`.

        Args:
            purpose: what the answer is for.
            prompt: which prompt asks for it.
            facts: what is told.
            schema: JSON schema of the reply, for a model that is held to it.
            images: what each picture shows -> the picture, in order.
            more: what else the prompt's templates ask for.

        Raises:
            ModelFault: the model could not be asked.
        """
        held = self.held
        if abilities_of(self._model).pictures:
            draw((images or {}).values())
        messages = self._prompts.messages(prompt, facts, images, held=held, **more)
        return await self._model.complete(ModelRequest(purpose, messages, facts, schema=schema if held else None))
