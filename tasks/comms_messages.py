"""Communication: messages that came in, who wrote them and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.headunit.kit.widgets.wording import clock
from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.media import CHILDREN
from automotive_env.tasks.shared.phone import names, other_than, somebody, thread
from automotive_env.tasks.shared.road import left_alone
from automotive_env.validators import Criterion, Episode, Signal
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import TimeOfDay
from automotive_env.validators.answers import Name, Word

COMMS = Category.COMMS
READ_ALOUD = Signal("comms.read_aloud", "handset.read_aloud", transient=True)
DISTURBED = ("system.do_not_disturb",)
SPOTS = ("station", "museum", "old bridge", "theatre", "town hall", "library", "swimming pool")
"""Where people wait to be picked up, behind an article."""


def entry(ui: UiScript, title: str) -> UiScript:
    """The newest message of somebody, opened in the notification centre."""
    return ui.dismiss().tap("notifications").if_shown("notification_group").tap("notification_body_title", title)


def toggled(ui: UiScript) -> UiScript:
    """Do not disturb, the other way round."""
    return ui.dismiss().tap("notifications").tap("do_not_disturb_toggle")


class WhoWrote(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """A message has just come in: who it is from."""

    says = (
        "Who just texted me?",
        "Who's that message from?",
        "Who sent me that text?",
        "Can you tell me who just texted?",
        "My phone pinged, who's the message from?",
        "Tell me who just sent me a message.",
    )
    endings = ("answer",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return somebody(draw)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.writes(inst.params["contact"], inst.scene.small_talk[0])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.answered(Name(inst.params["contact"], *names(inst.scene.content)))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("notifications").answer(f"It's from {inst.params['contact']}.")
        yield lambda ui: ui.open("messages").answer(inst.params["name"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("notifications").answer(other_than(inst.scene.content, inst.params["contact"]))
        yield lambda ui: entry(ui, inst.params["contact"]).answer("There's a new message.")


class HoldMessages(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Do not disturb; in the other half it is on as it is."""

    says = (
        "Put do not disturb on.",
        "Do not disturb, please.",
        "Can you turn on do not disturb?",
        "I don't want any pop-ups, turn on do not disturb.",
        "Stick do not disturb on, I need to concentrate.",
        "Switch to do not disturb for now.",
    )
    endings = ("act", "refrain")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DO_NOT_DISTURB, inst.ending == "refrain")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.DO_NOT_DISTURB)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return DISTURBED if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: ui.tap("notifications").answer("Do not disturb is on, I've left it like that.")
        else:
            yield toggled

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: toggled(ui).answer("Done.")
        else:
            yield lambda ui: ui.answer("Do not disturb is on.")
            yield lambda ui: ui.open("settings").tap("section_sound").slide("volume_seek_bar", 0)


NEWS = {
    "milk": "We're out of milk, can you bring some?",
    "dog": "The dog is fine, don't worry.",
    "plumber": "The plumber is coming on Friday.",
    "cake": "The cake turned out lovely.",
    "keys": "I've left the keys with the neighbours.",
    "tickets": "I've got the tickets for Saturday!",
}
"""What somebody may write, by the word that nobody who tells it leaves out."""


class ReadItOut(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Somebody has written: the car reads it, or the agent does."""

    says = (
        "Read me {name}'s message.",
        "What does {name}'s text say?",
        "Can you read out {name}'s message?",
        "Let's hear what {name} texted.",
        "I can't look, read me {name}'s text.",
        "Read {name}'s message out loud.",
    )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return somebody(draw) | {"about": draw.choice(sorted(NEWS))}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.writes(inst.params["contact"], NEWS[inst.params["about"]])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        read = then.in_order((READ_ALOUD, inst.params["contact"]))
        return read | then.answered(Word((inst.params["about"], inst.params["about"].rstrip("s"))))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact = inst.params["contact"]
        yield lambda ui: thread(ui, contact).tap("read_aloud_button")
        yield lambda ui: thread(ui, contact).answer(f'{inst.params["name"]} says: "{NEWS[inst.params["about"]]}"')

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: thread(ui, inst.params["contact"]).answer(f"{inst.params['name']} sent you a message.")
        yield lambda ui: ui.tap("notifications")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("conversation.conversation_message_view", contact=inst.params["contact"])
        yield look.answer(NEWS[inst.params["about"]])


class WhenDoWeMeet(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """Somebody has moved a meeting: the time that holds."""

    says = (
        "What time am I meeting {name}?",
        "When am I meeting {name} today?",
        "Can you check when I'm meeting {name}?",
        "What time does {name} want to meet?",
        "What time did {name} and I say we'd meet?",
        "I've forgotten when I'm meeting {name}, can you look it up?",
    )
    endings = ("answer",)
    conditions = Conditions(moving=False, hours=(6, 12), messages=())

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, last = draw.rng.sample([60 * hour + quarter for hour in range(13, 22) for quarter in (0, 15, 30, 45)], 2)
        return somebody(draw) | {"first": first, "last": last}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        first, last = (self._clock(inst, one) for one in ("first", "last"))
        car.writes(inst.params["contact"], f"See you today at {first}!")
        car.waits(90)
        car.writes(inst.params["contact"], f"Sorry, something came up. Let's make it {last}.")
        car.waits(15)

    @staticmethod
    def _clock(inst: TaskInstance, which: str) -> str:
        hour, minute = divmod(inst.params[which], 60)
        return clock(f"2025-01-01 {hour:02}:{minute:02}:00", inst.scene.clock)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        hour, minute = divmod(inst.params["last"], 60)
        return then.answered(TimeOfDay(hour, minute, beside=(inst.params["first"],)))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        first, last = (self._clock(inst, one) for one in ("first", "last"))
        yield lambda ui: entry(ui, inst.params["contact"]).answer(f"At {last}.")
        yield lambda ui: thread(ui, inst.params["contact"]).answer(f"It was {first}, but now it's {last}.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: thread(ui, inst.params["contact"]).answer(f"At {self._clock(inst, 'first')}.")
        yield lambda ui: thread(ui, inst.params["contact"])


class PickUpPoint(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """Somebody waits to be picked up, and so does somebody else."""

    steps = 6

    says = (
        "Where does {name} want to be picked up?",
        "Where do I pick {name} up?",
        "Where am I picking {name} up?",
        "Can you check where {name} wants to be picked up?",
        "I've forgotten where to pick {name} up, check the text.",
        "I'm picking {name} up, where did the text say to go?",
    )
    endings = ("answer",)
    conditions = Conditions(moving=False, messages=())

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        drawn = somebody(draw)
        spot, others = draw.rng.sample(SPOTS, 2)
        return drawn | {"other": draw.person(but=[drawn["contact"]]), "spot": spot, "others": others}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        told = inst.params
        car.writes(told["contact"], "Can you pick me up on your way?")
        car.waits(60)
        car.writes(told["contact"], f"It's raining, so I'm waiting at the {told['spot']}.")
        car.waits(60)
        car.writes(told["other"], f"I'm at the {told['others']}, can you pick me up too?")
        car.waits(15)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.answered(Name(inst.params["spot"], *SPOTS))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: entry(ui, inst.params["contact"]).answer(f"At the {inst.params['spot']}.")
        yield lambda ui: thread(ui, inst.params["contact"]).answer(f"{inst.params['name']} is at the {inst.params['spot']}.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: thread(ui, inst.params["contact"])
        yield lambda ui: thread(ui, inst.params["other"]).answer(f"At the {inst.params['others']}.")


class PingsWakeHer(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """A child sleeps, and messages wake her: do not disturb or no sound, and not a word when the next one comes."""

    may_change = ("system.do_not_disturb=true", "system.muted=true", "environment.volume", "system.silenced")
    conditions = Conditions(moving=True, messages=())

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return somebody(draw) | {"child": draw.choice(CHILDREN), "after": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MUTED, False)
        car.write(s.DO_NOT_DISTURB, False)
        car.writes(inst.params["contact"], inst.scene.small_talk[0])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def no_pings(then: Episode) -> Criterion:
            silent = then.on(s.MUTED) | then.between(s.VOLUME, None, 0)
            return then.on(s.DO_NOT_DISTURB) | silent | then.notifications.hushed("Messages")

        yield Turn(
            "Those message pings are waking {child} up.",
            "Every text wakes {child} up, make it stop.",
            "Shh, the message sounds keep waking {child}.",
            "Can you stop the message pings? {child} has just fallen asleep.",
            "{child} wakes up every time a message comes in, make it stop.",
            "That text nearly woke {child}, no more pings.",
            check=no_pings,
            speaker="passenger",
        )
        yield Turn(
            event=lambda car: car.writes(inst.params["contact"], inst.scene.small_talk[1]),
            notice="A message has arrived.",
            after=minutes(inst.params["after"]),
            check=left_alone,
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: toggled(ui).turn()
        yield lambda ui: ui.home().switch("mute_toggle", True).turn()

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: toggled(ui).turn().answer(f"{inst.params['name']} has sent you a message.")
        yield lambda ui: ui.tap("notifications").tap("clear_all_button").turn()


class MessagesNotShowing(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """No message comes through: do not disturb is on, or Bluetooth is off."""

    says = (
        "I'm not getting any messages, fix that.",
        "My texts aren't coming through to the car.",
        "Why are no messages coming in? Fix it.",
        "Can you make my messages show up again?",
        "{name} keeps texting me, but no messages show up in the car.",
        "I'm expecting a text, but the car isn't showing me any.",
    )
    steps = 5
    may_change = ("system.do_not_disturb=false", "bluetooth.*", "pairing.*")
    conditions = Conditions(messages=())

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return somebody(draw) | {"cause": draw.choice(["do not disturb", "bluetooth"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DO_NOT_DISTURB, inst.params["cause"] == "do not disturb")
        car.write(s.BLUETOOTH, inst.params["cause"] != "bluetooth")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.off(s.DO_NOT_DISTURB) & then.on(s.BLUETOOTH)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.params["cause"] == "bluetooth":
            yield lambda ui: ui.open("settings").tap("section_bluetooth").switch("bluetooth", True)
        else:
            yield toggled

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.params["cause"] == "bluetooth":
            yield toggled
        else:
            yield lambda ui: ui.open("settings").tap("section_bluetooth").switch("bluetooth", False)
        yield lambda ui: ui.tap("notifications").answer("There are no new messages.")


class TellMeWhenTheyWrite(Task, category=COMMS, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """A standing wish: one person's message is told, and nobody else's."""

    conditions = Conditions(moving=True, messages=())

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        drawn = somebody(draw)
        other, third = (draw.person(but=[drawn["contact"]]) for _ in range(2))
        writers = draw.choice([(drawn["contact"], other), (other, drawn["contact"]), (other, third, drawn["contact"])])
        return drawn | {"writers": "; ".join(writers), "after": draw.integer(2, 6)}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Tell me when {name} texts.",
            "Only tell me about texts from {name}.",
            "Let me know as soon as {name} texts me.",
            "Can you watch for {name}'s message?",
            "I'm waiting for a text from {name}, shout when it comes.",
            "Give me a shout when {name} texts.",
            check=lambda then: then.alerts.none(),
        )
        for number, writer in enumerate(inst.params["writers"].split("; ")):
            yield self._arrives(inst, writer, inst.scene.small_talk[number])

    @staticmethod
    def _arrives(inst: TaskInstance, writer: str, text: str) -> Turn:
        """A message comes: to be told, or not."""

        def check(then: Episode) -> Criterion:
            if writer != inst.params["contact"]:
                return left_alone(then)
            return then.alerts.none() & then.answered() & then.answered(Name(writer, *names(inst.scene.content), optional=True))

        return Turn(
            event=lambda car: car.writes(writer, text),
            notice="A message has arrived.",
            after=minutes(inst.params["after"]),
            check=check,
        )

    def _watched(self, ui: UiScript, inst: TaskInstance, *told: str, named: str = "") -> UiScript:
        """The messages of these people are told as they come, as theirs or as those of the one named."""
        for writer in inst.params["writers"].split("; "):
            ui.turn().tap("notifications")
            if writer in told:
                ui.answer(f"{named or writer} has texted you.")
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._watched(ui.answer("I will."), inst, inst.params["contact"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._watched(ui, inst, *names(inst.scene.content))
        contact = inst.params["contact"]
        yield lambda ui: self._watched(ui, inst, contact, named=other_than(inst.scene.content, contact))
