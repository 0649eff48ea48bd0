"""Messages of the A2A protocol, version 1.0, as JSON; only what an assessment needs of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from automotive_env.episode.action_parser import holds_action
from automotive_env.episode.faces import Face
from automotive_env.errors import UsageError
from automotive_env.tasks.kit.scene import Ending
from automotive_env.tasks.registry import TASKS

PROTOCOL = "1.0"
CARD_PATH = "/.well-known/agent-card.json"
MAX_TASKS = 200
"""Episodes of an assessment."""
AgentUrl = Annotated[str, Field(pattern=r"^https?://[\w.:\[\]-]+(/|$)", max_length=300)]


def _known(task: str) -> str:
    """A task of this benchmark; other names would be looked for as modules, and nobody who asks over HTTP has any imported."""
    if task not in TASKS:
        raise ValueError(f"there is no task {task[:60]!r}; `automotive-env tasks` lists them")
    return task


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AssessmentPlan(_Asked):
    """What is played, one episode a task; the other fields are those of `automotive_env.make`."""

    tasks: tuple[Annotated[str, AfterValidator(_known)], ...] = Field(min_length=1, max_length=MAX_TASKS)
    seed: int = Field(0, ge=0, lt=2**63)
    place: str = Field("random", max_length=100)
    ending: Ending | Literal["random"] | None = "random"
    face: Face = "screen"


class AssessmentRequest(_Asked):
    """What an assessing agent is asked: who takes part, by role, of which there is "agent" alone, and what is played."""

    participants: Mapping[Literal["agent"], AgentUrl] = Field(min_length=1)
    config: AssessmentPlan


class _Part(BaseModel):
    text: str | None = None
    data: object = None


class _Message(BaseModel):
    parts: tuple[_Part, ...] = ()


class _Status(BaseModel):
    message: _Message = _Message()


class _Task(BaseModel):
    artifacts: tuple[_Message, ...] = ()
    status: _Status = _Status()


class AgentReply(BaseModel):
    """What an agent answers to a message: a message, or a task with artifacts and a status."""

    message: _Message = _Message()
    task: _Task = _Task()

    def reply(self) -> str:
        """The first action that is given as data, as JSON; where there is none, all that is said as text."""
        said = (self.message, *self.task.artifacts, self.task.status.message)
        parts = [part for one in said for part in one.parts]
        action = next((part.data for part in parts if holds_action(part.data)), None)
        return "\n".join(part.text for part in parts if part.text is not None) if action is None else json.dumps(action)


class _Interface(BaseModel):
    url: AgentUrl
    protocolBinding: str = ""
    protocolVersion: str = ""


class AgentCard(BaseModel):
    """Where an agent says that it can be spoken to."""

    supportedInterfaces: tuple[_Interface, ...] = ()


def read_request(message: object) -> AssessmentRequest:
    """The assessment that a message asks for, in its first part, as data or as JSON text.

    Raises:
        UsageError: it asks for none.
    """
    try:
        part = _Message.model_validate(message).parts[0]
        as_text, kind = part.text is not None, AssessmentRequest
        return kind.model_validate_json(part.text or "") if as_text else kind.model_validate(part.data)
    except IndexError:
        why = "a part is needed"
    except ValidationError as error:
        first = error.errors()[0]
        why = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    raise UsageError(f'no assessment, {why:.200}; say {{"participants": {{"agent": URL}}, "config": {{"tasks": [NAME]}}}}')
