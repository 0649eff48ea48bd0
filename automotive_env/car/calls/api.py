"""Calls: the named operations of a device, checked before they run and undone when they refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from automotive_env.car.calls.parameters import REQUIRED, SPEAKER, Parameter
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.errors import CallRefused, StateError, shown
from automotive_env.car.core.structure import Struct

ApiSentence: TypeAlias = str | Callable[[], str]
"""What an API says: a sentence, or what makes it when somebody reads it."""
ApiBody: TypeAlias = Callable[..., "ApiSentence | ApiAnswer"]
"""What an API does: gets the device and the checked arguments, answers with a sentence or an `ApiAnswer`."""
BodyBuilder: TypeAlias = Callable[[type[Struct]], ApiBody]
"""Makes the body for a class of device: it looks up the properties once that each call needs."""


@dataclass(frozen=True, slots=True)
class BuiltBody:
    """The body of an API whose device is not known yet."""

    build: BodyBuilder


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """What an API says after it succeeded: a sentence, and data where it was asked for some."""

    message: str
    data: Any = None


class CallResult:
    """What a call came to.

    Attributes:
        success: whether it was carried out; when it was not, nothing has changed.
        message: what was done, or why not and what is allowed.
        data: what was asked for, as JSON, or None.
    """

    # No dataclass: a frozen one costs a call 0.4 us.
    __slots__ = ("_sentence", "data", "success")

    def __init__(self, success: bool, message: ApiSentence, data: Any = None) -> None:
        self.success = success
        self._sentence = message
        self.data = data

    @property
    def message(self) -> str:
        sentence = self._sentence
        if not isinstance(sentence, str):
            sentence = self._sentence = sentence()
        return sentence

    def __repr__(self) -> str:
        return f"Result(success={self.success}, message={self.message!r}, data={self.data!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CallResult) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]  # data may be a dictionary

    def to_json(self) -> dict[str, Any]:
        """The result as JSON."""
        answer = {"success": self.success, "message": self.message}
        return answer if self.data is None else {**answer, "data": self.data}


class Api:
    """One declared operation of a device.

    Attributes:
        name: its public name.
        summary: what it does, one sentence.
        parameters: name -> parameter, in order.
        exclusive: names of two parameters, of which exactly one must be given.
        reads_only: whether it leaves the state as it is.
    """

    name: str
    module: str
    body: ApiBody

    def __init__(
        self,
        summary: str,
        body: ApiBody | BuiltBody,
        parameters: Mapping[str, Parameter],
        *,
        exclusive: tuple[str, ...] = (),
        reads_only: bool = False,
    ) -> None:
        self.summary = summary
        self._body = body
        self.parameters = dict(parameters)
        for name, parameter in parameters.items():
            parameter.name = name
        self.exclusive = exclusive
        self.reads_only = reads_only
        self._checks = {name: parameter.check for name, parameter in parameters.items()}
        self._defaults = {name: one.default for name, one in parameters.items() if one.default not in (REQUIRED, SPEAKER)}

    def __set_name__(self, owner: type[Struct], name: str) -> None:
        self.name = name

    def belong_to(self, device: type[Struct], module: str) -> None:
        """Take what depends on the device, and become its method; called once when its class is complete."""
        self.module = module
        self.cause = ChangeCause("call", f"{self.module}.{self.name}")
        self.body = self._body.build(device) if isinstance(self._body, BuiltBody) else self._body
        for parameter in self.parameters.values():
            parameter.belong_to(device)
        setattr(device, self.name, self._method())

    if TYPE_CHECKING:  # a device has the method in the place of the API, which only `Device.apis` holds

        def __get__(self, instance: Struct, owner: type) -> Callable[..., CallResult]: ...

    def _method(self) -> Callable[..., CallResult]:
        """What a device is called by: a function, which Python binds and calls faster than any other object."""
        names, run, cause = list(self.parameters), self.run, self.cause

        def called(device: Struct, *positional: Any, **named: Any) -> CallResult:
            if positional:
                if len(positional) > len(names):
                    return CallResult(False, f"{self.name} takes {len(names)} arguments, not {len(positional)}")
                named = {**dict(zip(names, positional, strict=False)), **named}
            return run(device, named, cause)

        return called

    def run(self, device: Struct, arguments: Mapping[str, Any], cause: ChangeCause) -> CallResult:
        """Check the arguments and run the body as one change: all of it, or nothing and the reason."""
        store = device._store
        mark = store.begin(cause)
        try:
            answer = self.body(device, **self.checked(device, arguments))
        except (CallRefused, StateError) as refusal:
            store.undo(mark)
            return CallResult(False, str(refusal))
        except BaseException:
            store.undo(mark)
            raise
        store.commit(mark)
        if isinstance(answer, ApiAnswer):
            return CallResult(True, answer.message, answer.data)
        return CallResult(True, answer)

    def checked(self, device: Struct, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as the body gets them; None counts as left out.

        Raises:
            Refused: one is unknown, missing, excluded by another or not allowed.
        """
        checked, checks = self._defaults.copy(), self._checks
        for name, value in arguments.items():
            if name not in checks:
                known = ", ".join(self.parameters) or "none"
                raise CallRefused(f"{self.name} has no parameter {shown(name)}; it has: {known}")
            if value is not None:
                checked[name] = checks[name](value)
        if len(checked) < len(checks):
            self._complete(device, checked)
        if self.exclusive:
            one, other = self.exclusive
            if (checked[one] is None) is (checked[other] is None):
                raise CallRefused(f"give one of {one} and {other}, not {'none' if checked[one] is None else 'both'}")
        return checked

    def _complete(self, device: Struct, checked: dict[str, Any]) -> None:
        """Add the speaker's seat where places were left out; anything else that has no default must have been given."""
        for name, parameter in self.parameters.items():
            if name not in checked:
                if parameter.required:
                    raise CallRefused(f"{name} is missing: {parameter.description}")
                checked[name] = parameter.check(device._store.module("environment").speaker)

    def usage(self) -> str:
        """Its parameters as one sentence: "Arguments: switch (true or false)."."""
        if not self.parameters:
            return "No arguments."
        said = [
            f"{name} ({parameter.allowed()}{'' if parameter.required else ', optional'})"
            for name, parameter in self.parameters.items()
        ]
        return f"Arguments: {'; '.join(said)}."

    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments object."""
        return {
            "type": "object",
            "properties": {name: parameter.schema() for name, parameter in self.parameters.items()},
            "required": [name for name, parameter in self.parameters.items() if parameter.required],
            "additionalProperties": False,
        }


def api(
    summary: str, *, exclusive: tuple[str, ...] = (), reads_only: bool = False, **parameters: Parameter
) -> Callable[[ApiBody], Api]:
    """Make a method of a device an API: `@api("Starts a call.", contact=TextParameter("whom to call"))`."""
    return lambda body: Api(summary, body, parameters, exclusive=exclusive, reads_only=reads_only)
