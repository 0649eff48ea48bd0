"""State-based function calling: choose the devices by the state of the car, then write a program that changes their state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from anyio import to_thread

from automotive_env.agents.prompting import sendable
from automotive_env.agents.templates import to_json
from automotive_env.car.calls.api import CallResult
from automotive_env.car.core.documents import to_tree
from automotive_env.models.model import CarFacts, ModelMessage
from automotive_env.suites.vehicleworld.players import sandbox
from automotive_env.suites.vehicleworld.players.calls import CallRunner
from automotive_env.suites.vehicleworld.players.conversation import PlayerChat, PlayerKit, code_in, said_in
from automotive_env.suites.vehicleworld.players.device_selection import DeviceSelection
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.player import MAX_REPLIES, PlayedTurn, PlayerBriefing
from automotive_env.suites.vehicleworld.players.protocols import answer_text, bounded, call_text
from automotive_env.suites.vehicleworld.players.sandbox import ProgramOutcome, run_program
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.state_patch import StatePatch
from automotive_env.suites.vehicleworld.state_text import StateFacts, plain_state

MAX_LINES = 30
"""Writes, and refusals, that the model is told of after a program."""


class StateCallingPlayer:
    """Chooses devices, sees their state, and writes what is to become of it.

    A program edits a copy; its differences are applied to the car one by one. Only the newest state stays in the conversation.
    """

    name = "sfc"

    def __init__(self, kit: PlayerKit) -> None:
        sandbox.start()
        self._kit = kit
        self._long = kit.options.long_state
        self._selection = DeviceSelection(kit)
        self.reset()

    def reset(self, briefing: PlayerBriefing | None = None) -> None:
        """Begin a scenario."""
        self._conversation = PlayerChat(self._kit.render("state.system", long=self._long, conversation=briefing))

    async def turn(self, query: str, interface: VehicleWorldInterface) -> PlayedTurn:
        """Do what the user says.

        Raises:
            ModelFault: the model could not be asked.
        """
        chosen = await self._selection.choose(query, interface)
        modules = chosen.shown
        notes: dict[str, Any] = {"devices": list(chosen.modules)}
        plan = ""
        if self._kit.options.plan:
            plan = notes["plan"] = await self._plan(query, interface, modules)
        self._conversation.tell(self._kit.render("request.user", query=query, plan=plan), self._shown(interface, modules))
        writes: dict[str, Any] = {}
        refused: list[str] = []
        errors: list[str] = []
        reply, rounds = "", 0
        caller = CallRunner(interface)
        for left in reversed(range(MAX_REPLIES if interface.converses else self._kit.options.reflections + 1)):
            facts = self._facts(interface, modules, acted=rounds > 0)
            messages = self._conversation.messages()
            completion = await self._kit.ask("reflect" if rounds else "act", messages, query, facts)
            rounds += 1
            reply = completion.text
            self._conversation.keep(completion.choice)
            if not (code := code_in(reply)):
                interface.hear(said_in(reply))
                break
            spoken = len(caller.made)
            ran, patch = await to_thread.run_sync(self._run, code, caller, modules)
            writes |= patch.applied
            refused += patch.refused
            errors += [ran.error] if ran.error else []
            again = left > 0 and not interface.ended
            told = self._results(ran, patch, caller.made[spoken:], reflects=again)
            self._conversation.tell(told, self._shown(interface, modules) if again else "")
            if interface.ended:
                break
        notes |= {"refused": refused[:MAX_LINES], "refusals": len(refused)} if refused else {}
        return PlayedTurn(
            tuple(caller.made),
            writes=writes,
            reasoning=said_in(reply)[:2_000],
            reply=reply,
            error="; ".join(errors),
            rounds=rounds,
            notes=notes,
        )

    def _run(self, code: str, caller: CallRunner, modules: tuple[str, ...]) -> tuple[ProgramOutcome, StatePatch]:
        """Run a program on a copy of the state, and apply what it changed; nothing of a program that ends early is."""
        interface = caller.interface
        before = plain_state(interface.car, modules, interface.hidden)
        given = {"vw": to_tree(interface.car, modules) if self._long else before}
        ran = run_program(code, given, caller.functions(), result="vw")
        return ran, StatePatch({}, ()) if ran.error else interface.write(before, ran.value, long=self._long)

    def _results(
        self, ran: ProgramOutcome, patch: StatePatch, spoken: Sequence[tuple[ReleaseCall, CallResult]], *, reflects: bool
    ) -> str:
        lines = bounded(f"{call_text(call)} -> {answer_text(call, result)}" for call, result in spoken)
        lines += [f"{path} = {to_json(value)[:300]}" for path, value in patch.applied.items()][:MAX_LINES]
        lines += [f"refused: {sendable(why)[:300]}" for why in patch.refused][:MAX_LINES]
        return self._kit.render("results.user", lines=lines, output=sendable(ran.output), error=ran.error, reflects=reflects)

    def _shown(self, interface: VehicleWorldInterface, modules: tuple[str, ...]) -> str:
        return interface.state(modules, long=self._long)

    def _facts(self, interface: VehicleWorldInterface, modules: tuple[str, ...], *, acted: bool = False) -> CarFacts:
        state = StateFacts(interface.car, modules, interface.hidden)
        return CarFacts("tree" if self._long else "state", state=state, acted=acted, converses=interface.converses)

    async def _plan(self, query: str, interface: VehicleWorldInterface, modules: tuple[str, ...]) -> str:
        system, *_ = self._conversation.messages()
        asked = ModelMessage("user", f"{self._shown(interface, modules)}\n{self._kit.render('plan.user', query=query)}")
        completion = await self._kit.ask("plan", (system, asked), query, self._facts(interface, modules))
        return completion.text.strip()[:2_000]
