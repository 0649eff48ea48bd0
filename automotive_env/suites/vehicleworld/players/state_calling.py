"""State-based function calling: choose the devices by the state of the car, then write a program that changes their state."""

from __future__ import annotations

from typing import Any

from anyio import to_thread

from automotive_env.agents.prompting import sendable
from automotive_env.agents.templates import to_json
from automotive_env.model import CarFacts, Message
from automotive_env.suites.vehicleworld.players import sandbox
from automotive_env.suites.vehicleworld.players.conversation import Conversation, PlayerKit, code_in, said_in
from automotive_env.suites.vehicleworld.players.device_selection import DeviceSelection
from automotive_env.suites.vehicleworld.players.player import Played
from automotive_env.suites.vehicleworld.players.sandbox import Ran, run_program
from automotive_env.suites.vehicleworld.state_patch import Patch, apply
from automotive_env.suites.vehicleworld.state_text import StateFacts, plain_state, state_text
from automotive_env.world.documents import to_tree
from automotive_env.world.world import World

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

    def reset(self) -> None:
        """Begin a scenario."""
        self._conversation = Conversation(self._kit.render("state.system", long=self._long))

    async def turn(self, query: str, car: World) -> Played:
        """Do what the user says.

        Raises:
            ModelFault: the model could not be asked.
        """
        chosen = await self._selection.choose(query, car)
        modules = chosen.shown
        notes: dict[str, Any] = {"devices": list(chosen.modules)}
        plan = ""
        if self._kit.options.plan:
            plan = notes["plan"] = await self._plan(query, car, modules)
        self._conversation.tell(self._kit.render("request.user", query=query, plan=plan), self._shown(car, modules))
        writes: dict[str, Any] = {}
        refused: list[str] = []
        errors: list[str] = []
        reply, rounds = "", 0
        for left in reversed(range(self._kit.options.reflections + 1)):
            facts = self._facts(car, modules, acted=rounds > 0)
            messages = self._conversation.messages()
            completion = await self._kit.ask("reflect" if rounds else "act", messages, query, facts)
            rounds += 1
            reply = completion.text
            self._conversation.keep(completion.choice)
            if not (code := code_in(reply)):
                break
            ran, patch = await to_thread.run_sync(self._run, code, car, modules)
            writes |= patch.applied
            refused += patch.refused
            errors += [ran.error] if ran.error else []
            self._conversation.tell(self._results(ran, patch, reflects=left > 0), self._shown(car, modules) if left else "")
        notes |= {"refused": refused[:MAX_LINES], "refusals": len(refused)} if refused else {}
        return Played(
            writes=writes, reasoning=said_in(reply)[:2_000], reply=reply, error="; ".join(errors), rounds=rounds, notes=notes
        )

    def _run(self, code: str, car: World, modules: tuple[str, ...]) -> tuple[Ran, Patch]:
        """Run a program on a copy of the state, and apply what it changed; nothing of a program that ends early is."""
        before = plain_state(car, modules)
        ran = run_program(code, {"vw": to_tree(car, modules) if self._long else before}, result="vw")
        return ran, Patch({}, ()) if ran.error else apply(car, before, ran.value, long=self._long)

    def _results(self, ran: Ran, patch: Patch, *, reflects: bool) -> str:
        lines = [f"{path} = {to_json(value)[:300]}" for path, value in patch.applied.items()][:MAX_LINES]
        lines += [f"refused: {sendable(why)[:300]}" for why in patch.refused][:MAX_LINES]
        return self._kit.render("results.user", lines=lines, output=sendable(ran.output), error=ran.error, reflects=reflects)

    def _shown(self, car: World, modules: tuple[str, ...]) -> str:
        return state_text(car, modules, long=self._long)

    def _facts(self, car: World, modules: tuple[str, ...], *, acted: bool = False) -> CarFacts:
        return CarFacts("tree" if self._long else "state", state=StateFacts(car, modules), acted=acted)

    async def _plan(self, query: str, car: World, modules: tuple[str, ...]) -> str:
        system, *_ = self._conversation.messages()
        asked = Message("user", f"{self._shown(car, modules)}\n{self._kit.render('plan.user', query=query)}")
        completion = await self._kit.ask("plan", (system, asked), query, self._facts(car, modules))
        return completion.text.strip()[:2_000]
