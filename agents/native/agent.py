"""The loop of native agents: the picture is sent, the reply is read, and its points become pixels of the display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from automotive_env.agents.agent import AgentKit, AgentOptions, AgentSpec, Decision, EpisodeContext
from automotive_env.agents.asurada import LAYERS
from automotive_env.agents.facts import result_of
from automotive_env.agents.gui_agent import Design, GuiAgent
from automotive_env.agents.looked_up import LookUpResults
from automotive_env.agents.native.conversation import NOT_DONE, NativeExchange, Picture, conversation
from automotive_env.agents.native.family import NativeAction, NativeFamily, NativeReply
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.points import read_point
from automotive_env.agents.native.rendering import STATE, TURN, NativePrompts
from automotive_env.agents.native.settings import NativeSettings
from automotive_env.agents.observation_filter import SCREENSHOT, ObservationFilter
from automotive_env.agents.options import Modality
from automotive_env.agents.prompting import PromptedModel, PromptRenderer, one_line
from automotive_env.agents.replies import MAX_THOUGHT_CHARACTERS, check_index
from automotive_env.episode.action import Action, ActionError, action_from_json
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.imaging import fitted
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.episode.picture import LazyPicture, draw
from automotive_env.errors import AgentFault, UsageError
from automotive_env.models.model import Choice, Model, ModelRequest, PromptFacts, Tool, abilities_of

MAX_LOOKS = 3
"""Times that a model may look at the screen again within one step; it costs no action on the car."""
MAX_ACTIONS = 10
"""Actions of one reply that are carried out."""
TOO_MANY = f"not carried out, because a reply has at most {MAX_ACTIONS} actions"
POINTS = (("x", "y"), ("to_x", "to_y"))
"""Fields of actions that are points."""
OPTIONS = frozenset({"pictures", "picture_size", "space"})
COMPUTER_OPTIONS = frozenset({"computer_tool", "safety_checks"})
SCREEN_SHOWN = "the picture shows the screen"


def native_agent(family: NativeFamily) -> AgentSpec:
    """The agent of a family: it sees the picture alone, and more with `--see`."""
    return _spec(family, Design(family.name, SCREENSHOT, told_facts=False), family.description)


def layered_agent(family: NativeFamily) -> AgentSpec:
    """The agent of a family with the layers of ASURADA: place, plan, memory and reflection."""
    design = Design(f"asurada:{family.name}", SCREENSHOT, told_facts=False, **LAYERS)
    return _spec(family, design, f"{family.name} that knows its position, asks about the place, plans, remembers and reflects")


def _spec(family: NativeFamily, design: Design, description: str) -> AgentSpec:
    def build(kit: AgentKit) -> GuiAgent:
        own = design.with_options(kit.options)
        if family.always_sees:
            own = replace(own, sees=own.sees | SCREENSHOT)
        source = NativeActionSource(own, family, kit)
        model = PromptedModel(source.model, PromptRenderer(kit.options.prompts))
        return GuiAgent(own, kit, source, model, source.settings.fit)

    def settings(options: AgentOptions, display: tuple[int, int]) -> Mapping[str, Any]:
        own = NativeSettings.of(family, options)
        prompts = NativePrompts(family, options.prompts, tool_calls=own.tool_calls)
        return own.to_json(display) | {"prompt": prompts.digest}

    takes = design.takes | OPTIONS | ({"tools"} if family.tool_calls == "option" else set())
    takes |= COMPUTER_OPTIONS if family.computer else set()
    picture: tuple[Modality, ...] = ("screenshot",)
    return AgentSpec(
        design.name,
        description,
        build,
        needs_model=True,
        takes=takes,
        sees=picture,
        always_sees=picture if family.always_sees else (),
        model_kinds=family.computer,
        settings=settings,
    )


class NativeActionSource:
    """Asks a native agent's model for actions; see `automotive_env.agents.action_source.ActionSource`.

    All actions of a reply are carried out, one a step. If one is refused or fails, those after it are not carried out, and the
    model is told so.

    Raises:
        UsageError: the model sees no pictures, or an option cannot be used.
    """

    def __init__(self, design: Design, family: NativeFamily, kit: AgentKit) -> None:
        assert kit.model is not None, "AgentSpec.make has checked it"
        if SCREENSHOT in design.sees and not abilities_of(kit.model).pictures:
            raise UsageError(
                f"{design.name} acts on pictures, and the model {kit.model.name} sees none; choose a model that accepts images, "
                "such as --model openai:NAME@URL, or an agent that reads elements, such as --agent t3a"
            )
        self.model: Model = kit.model
        self.settings = NativeSettings.of(family, kit.options)
        self._agent = design.name
        self._family = family
        self._prompts = NativePrompts(family, kit.options.prompts, tool_calls=self.settings.tool_calls)
        self._said = ""
        self._context = EpisodeContext(seed=0, apps=())

    @property
    def has_more(self) -> bool:
        """Whether the last reply holds a further action that can be carried out."""
        return bool(self._waiting) and bool(self._waiting[0].fields)

    def begin(self, context: EpisodeContext, sight: ObservationFilter, looked_up: LookUpResults) -> None:
        """Begin an episode."""
        self._context, self._sight = context, sight
        self._exchanges: list[NativeExchange] = []
        self._screens: list[Picture] = []
        self._waiting: list[NativeAction] = []
        self._acting: NativeAction | None = None
        self._summary = ""
        self._checks: list[dict[str, Any]] = []
        self._opens = True
        self._step = self._asked_in = 0

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn: the rest of the last reply is dropped, and the new wish is told."""
        self._answer("done")
        self._drop()
        self._opens = True

    async def decide(self, observation: Observation, facts: PromptFacts) -> Decision:
        """Carry out the next action of the last reply, or ask.

        Raises:
            ModelFault: the model could not be asked.
            AgentFault: there is no screen.
        """
        if self._context.face == "calls":
            raise AgentFault(f"{self._agent} acts on the screen, and there is none; omit --face calls")
        self._step += 1
        sent = self.settings.sent(observation.screen)
        thought, text = f"The reply of step {self._asked_in} goes on.", ""
        if not self.has_more:
            self._drop()
            reply, text = await self._ask(observation, facts, sent)
            if isinstance(reply, str):
                return self._decision(observation, sent, None, text, "", reply)
            beyond = (replace(one, fields={}, refusal=TOO_MANY) for one in reply.actions[MAX_ACTIONS:])
            self._waiting, thought = [*reply.actions[:MAX_ACTIONS], *beyond], reply.thought
            self._asked_in, self._summary = self._step, reply.summary
        self._acting = meant = self._waiting.pop(0)
        try:
            action, why = self._converted(meant, sent, observation), ""
        except ActionError as error:
            action, why = None, one_line(str(error), MAX_THOUGHT_CHARACTERS)
            self._answer(f"FAILED: {why}")
            self._drop()
        return self._decision(observation, sent, action, text, thought, why, meant.fields)

    def words(self, decision: Decision) -> str:
        """The model's words for what it did."""
        said, self._summary = self._summary or self._said, ""
        return one_line(said, MAX_THOUGHT_CHARACTERS)

    def learn(self, outcome: ActionOutcome) -> None:
        """Tell the model what became of its action; after a failure, the rest of its reply is not carried out."""
        self._answer(result_of(outcome))
        if not outcome.done:
            self._drop()

    # Asking

    async def _ask(self, observation: Observation, facts: PromptFacts, sent: SentPicture) -> tuple[NativeReply | str, str]:
        """What the model wants done, or what is wrong with its reply, and the reply; it may look at the screen again first."""
        pictures = self._pictures(observation)
        told = self._told(facts, sent)
        earlier = self._exchanges if self._family.history == "turns" else []
        system = self._render(self._prompts.system, facts, sent)
        tools = self._tools(sent) if self.settings.tool_calls else ()
        computer = self.settings.computer_tool(sent)
        looks: list[NativeExchange] = []
        self._checks = []
        while True:
            messages = conversation(system, [*earlier, *looks], told, pictures, self.settings.pictures)
            reads = partial(self._meant, sent, observation)
            request = ModelRequest("act", messages, facts, tools=tools, computer=computer, reads=reads)
            choice = (await self.model.complete(request)).choice
            exchange = NativeExchange(told, pictures, choice)
            reply = self._refusal(exchange) or self._read(choice, sent)
            if isinstance(reply, NativeReply) and (acts := tuple(one for one in reply.actions if one.look is None)):
                exchange.answers += [(one.call_id, SCREEN_SHOWN) for one in reply.actions if one.look is not None]
                reply = replace(reply, actions=acts)
            elif isinstance(reply, NativeReply) and (look := reply.actions[0]).look is not None:
                if len(looks) < MAX_LOOKS:
                    exchange.answers.append((look.call_id, SCREEN_SHOWN))
                    looks.append(exchange)
                    told, pictures = "", (self._looked_at(look.look, observation, sent),)
                    continue
                reply = f"the screen was looked at {MAX_LOOKS} times in this step; act now"
            if isinstance(reply, str):
                exchange.answers.append(("", f"FAILED: {reply}"))
            self._keep(*looks, exchange)
            return reply, choice.text

    def _refusal(self, exchange: NativeExchange) -> NativeReply | None:
        """The end of the task if the vendor raises a safety check and the run refuses those; what it is about is recorded."""
        checks = [(call, check) for call in exchange.reply.tool_calls for check in call.checks]
        answer = "refused" if self.settings.refuses_checks else "acknowledged"
        self._checks += [
            {"call": call.name, "code": check.code, "message": check.message, answer: True} for call, check in checks
        ]
        if not checks or not self.settings.refuses_checks:
            return None
        reason = "the vendor's safety check is not acknowledged"
        exchange.reply = Choice(reason)  # the vendor takes no conversation with an open check
        end = {"action_type": "status", "goal_status": "infeasible", "reason": reason}
        return NativeReply((NativeAction("end", end),), exchange.reply.text)

    def _keep(self, *exchanges: NativeExchange) -> None:
        """Keep what was said, and of the pictures the latest."""
        self._exchanges += exchanges
        self._opens = False
        for old in self._exchanges[: -self.settings.pictures]:
            old.pictures = ()

    def _pictures(self, observation: Observation) -> tuple[Picture, ...]:
        """The pictures that are sent now; those of earlier screens come first where the conversation holds no replies."""
        now = tuple(self._sight.pictures(observation).values())
        before = self._screens[len(self._screens) + 1 - self.settings.pictures :] if self.settings.pictures > 1 else []
        self._screens = [*before, *now[:1]]
        found = (*before, *now) if self._family.history == "lines" else now
        draw(one for one in found if isinstance(one, LazyPicture))
        return found

    def _told(self, facts: PromptFacts, sent: SentPicture) -> str:
        """The text of a request."""
        if self._family.history == "lines" or not self._exchanges:
            return self._render(self._prompts.user, facts, sent)
        return self._render(TURN if self._opens else STATE, facts, sent)

    def _render(self, prompt: str, facts: PromptFacts, sent: SentPicture) -> str:
        earlier = max(0, len(self._screens) - 1) if self._family.history == "lines" else 0
        return self._prompts.render(prompt, facts, sent, self._tools(sent), earlier)

    def _meant(self, sent: SentPicture, seen: Observation, choice: Choice) -> Sequence[Action | str]:
        """What a reply would do, for whoever chooses among several; an action that the car has not counts as its words."""
        actions = self._family.read(choice, sent).actions
        if actions and actions[0].refusal:
            raise ActionError(actions[0].refusal)
        return [self._converted(one, sent, seen) if one.fields else one.said for one in actions[:MAX_ACTIONS]]

    def _tools(self, sent: SentPicture) -> tuple[Tool, ...]:
        return tuple(self._family.tools(sent, self._context, self._sight.aim))

    def _read(self, choice: Choice, sent: SentPicture) -> NativeReply | str:
        """What a reply says, or what is wrong with it."""
        why = {"length": "the reply was cut off, be shorter; ", "refused": "the model refused to answer; "}
        try:
            reply = self._family.read(choice, sent)
            return reply if reply.actions else "the reply holds no action"
        except ActionError as error:
            return why.get(choice.finish, "") + one_line(str(error), MAX_THOUGHT_CHARACTERS)

    def _looked_at(self, corners: tuple[float, ...] | None, observation: Observation, sent: SentPicture) -> Picture:
        """The screen again, or the part between two corners scaled up; all of it where that part lies on a bar beside it."""
        screen = self._sight.screenshot(observation)
        assert screen is not None, "a native agent sees the screen"
        if not corners or len(corners) != 4:
            return screen
        inside = [min(max(0, at), end) for at, end in zip(corners, (*sent.top, *sent.top), strict=True)]
        try:
            (left, top), (right, bottom) = sent.to_display(*inside[:2]), sent.to_display(*inside[2:])
        except ActionError:
            return screen
        part = observation.screenshot[min(top, bottom) : max(top, bottom) + 1, min(left, right) : max(left, right) + 1]
        return fitted(part, sent.fit.width, sent.fit.height, padded=True)

    # Acting

    def _converted(self, action: NativeAction, sent: SentPicture, seen: Observation) -> Action:
        """An action with its points on the display.

        Raises:
            ActionError: the car has no such action, or a point lies outside the picture.
        """
        if action.refusal:
            raise ActionError(action.refusal)
        fields = dict(action.fields)
        for x, y in POINTS:
            if x in fields:
                fields[x], fields[y] = sent.to_display(*read_point([fields[x], fields.get(y)]))
        return check_index(action_from_json(fields), seen)

    def _answer(self, text: str) -> None:
        """Tell the model what became of the action under way."""
        if self._acting and self._exchanges:
            self._exchanges[-1].answers.append((self._acting.call_id, text))
            self._said, self._acting = self._acting.said, None

    def _drop(self) -> None:
        """Leave the rest of the last reply, and tell the model why."""
        if self._waiting:
            texts = [f"FAILED: {one.refusal}" if one.refusal else NOT_DONE for one in self._waiting]
            self._exchanges[-1].answers += zip((one.call_id for one in self._waiting), texts, strict=True)
            self._waiting = []

    def _decision(
        self,
        seen: Observation,
        sent: SentPicture,
        action: Action | None,
        text: str,
        thought: str,
        error: str,
        given: Mapping[str, Any] = MappingProxyType({}),
    ) -> Decision:
        pairs = [pair for pair in POINTS if pair[0] in given]
        points = {
            "given": [[given[x], given.get(y)] for x, y in pairs],
            "points": [[getattr(action, x), getattr(action, y)] for x, y in pairs] if action else [],
        }
        goes_on = {"reply_of": self._asked_in} if self._asked_in != self._step and action else {}
        checks = {"safety_checks": self._checks} if self._checks and not goes_on else {}
        told = self.settings.to_json(seen.screen) | {"prompt": self._prompts.digest}
        notes = told | (points if pairs else {}) | goes_on | checks
        return Decision(
            action,
            thought,
            text,
            error,
            notes={"native": notes},
            marked=self._sight.marked(seen),
            windscreen=self._sight.windscreen(seen),
            shown=self._sight.screenshot(seen),
        )
