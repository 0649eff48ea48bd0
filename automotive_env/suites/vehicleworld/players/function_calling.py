"""Function calling: look up the devices, look up their APIs, call them; what the car answered is told."""

from __future__ import annotations

from typing import Any, Literal

from automotive_env.agents.looked_up import LookUpResults
from automotive_env.car.calls.api import CallResult
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.models.model import CarFacts, Completion, ModelMessage, Purpose
from automotive_env.suites.vehicleworld.players.calls import CallRunner
from automotive_env.suites.vehicleworld.players.conversation import PlayerChat, PlayerKit, said_in
from automotive_env.suites.vehicleworld.players.device_selection import DeviceChooser
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.player import MAX_REPLIES, PlayedTurn, PlayerBriefing
from automotive_env.suites.vehicleworld.players.protocols import CallProtocol, ReplyOutcome, TextCallProtocol, ToolCallProtocol
from automotive_env.suites.vehicleworld.release import ReleaseCall

MAX_LOOK_UPS = 6
"""Replies in a turn that only look up; one more ends the turn."""


class FunctionCallingPlayer:
    """Looks up, calls, and reads what came of it; with a selection of devices it is given their APIs and looks nothing up.

    A turn ends with a reply that calls nothing, or with the first one that acts, and as many more as reflections are allowed.
    A reply whose calls cannot be read is asked for once more.
    What its calls came to is told in the conversation in any case, before the next request at the latest.
    """

    def __init__(self, kit: PlayerKit, name: str = "fc", selection: DeviceChooser | None = None) -> None:
        self.name = name
        self._kit = kit
        self._selection = selection
        self._protocol: CallProtocol = (
            ToolCallProtocol(long=kit.options.long_state) if kit.options.tools else TextCallProtocol(kit)
        )
        self.reset()

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Begin a scenario; nothing is known."""
        given = self._selection is not None
        self._conversation = PlayerChat(self._kit.render("calls.system", given=given, conversation=briefing))
        self._looked_up = LookUpResults()

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Do what the user says.

        Raises:
            ModelFault: the model could not be asked.
        """
        notes: dict[str, Any] = {}
        text = ""
        if self._selection:
            chosen = await self._selection.choose(query, interface)
            self._looked_up = LookUpResults()
            self._looked_up.know(*(module for module in chosen.shown if module != SharedEnvironment.module))
            if not self._kit.options.tools:  # tools describe themselves
                text = f"APIs:\n{interface.description(self._looked_up.known)}\n"
            notes["devices"] = list(chosen.modules)
        plan = await self._plan(query, text, interface) if self._kit.options.plan else ""
        notes |= {"plan": plan} if plan else {}
        self._conversation.tell(self._kit.render("request.user", query=query, plan=plan), text)
        return await self._rounds(query, CallRunner(interface), notes)

    async def _rounds(self, query: str, caller: CallRunner, notes: dict[str, Any]) -> PlayedTurn:
        interface = caller.interface
        looks, left, acted, rounds, reply = MAX_LOOK_UPS, self._kit.options.reflections, False, 0, ""
        again = 1
        made: list[tuple[ReleaseCall, CallResult]] = []
        errors: list[str] = []
        while True:
            completion = await self._ask("reflect" if acted else "act", query, interface, acted=acted)
            rounds += 1
            reply = completion.choice.text
            self._conversation.keep(completion.choice)
            done = await self._protocol.carry_out(completion.choice, caller, last=left == 0 and not interface.converses)
            if done is None:
                interface.hear(said_in(reply))
                break
            self._conversation.answer(done.results)
            self._learn(done)
            made += done.calls
            errors += [done.error] if done.error else []
            acted |= bool(done.calls) and not done.only_looked
            if interface.converses:
                if interface.ended or rounds == MAX_REPLIES:
                    break
                continue
            if again and done.error and not done.calls:  # nothing could be called: the model may write it again
                again -= 1
                continue
            looks, left = (looks - 1, left) if done.only_looked else (looks, left - 1)
            if looks < 0 or left < 0:
                break
        return PlayedTurn(
            tuple(made), reasoning=said_in(reply)[:2_000], reply=reply, error="; ".join(errors), rounds=rounds, notes=notes
        )

    async def _ask(self, purpose: Purpose, query: str, interface: VehicleWorldInterface, *, acted: bool) -> Completion:
        tools = self._protocol.tools(interface, self._looked_up.known, looks_up=self._selection is None)
        wants: Literal["tools", "calls"] = "tools" if self._kit.options.tools else "calls"
        facts = self._facts(wants, interface, acted=acted)
        return await self._kit.ask(purpose, self._conversation.messages(), query, facts, tools)

    async def _plan(self, query: str, text: str, interface: VehicleWorldInterface) -> str:
        system, *_ = self._conversation.messages()
        asked = ModelMessage("user", f"{text}\n{self._kit.render('plan.user', query=query)}".strip())
        completion = await self._kit.ask("plan", (system, asked), query, self._facts("calls", interface))
        return completion.text.strip()[:2_000]

    def _facts(self, wants: Literal["calls", "tools"], interface: VehicleWorldInterface, *, acted: bool = False) -> CarFacts:
        modules, apis = self._looked_up.modules, interface.tools(self._looked_up.known)
        looks_up = self._selection is None
        return CarFacts(wants, modules, apis, acted=acted, converses=interface.converses, looks_up=looks_up)

    def _learn(self, done: ReplyOutcome) -> None:
        """Take down what look-ups told."""
        for call, result in done.calls:
            if result.success:
                self._looked_up.learn(call.name, call.arguments, result.data)
