"""Communication: what somebody on the phone needs, in the car or at the other end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from automotive_env.place.town.guidance import route_of, trip
from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.maps import PLACES
from automotive_env.tasks.shared.media import QUIETER, SLIDER, music_plays, player, sound
from automotive_env.tasks.shared.phone import other_than, quick, replied, sent, somebody, texted, thread
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import TimeOfDay
from automotive_env.validators.answers import Amount, Word
from automotive_env.validators.harm import CALL_GOES_ON

COMMS = Category.COMMS
LATE = Word(
    ("late", "later", "delayed", "a delay", "running behind", "held up", "not make it", *quick("I will be late.")),
    instead_of=("early", *quick("Call you later.")),
)
"""What tells somebody to wait."""
CALLS_BACK = Word(
    (
        *("later", "call you", "ring you", "phone you", "call back", "ring back", "phone back", "get back", "in touch"),
        *quick("Call you later."),
    )
)
"""What tells somebody to expect a call."""
CLEARLY_LATER = 9
"""Minutes by which a stop must put an arrival off, so that the earlier time is wrong."""
SETS_OFF = 30
"""Seconds until a car that stands leaves, of an arrival that is told."""


class PassengerOnThePhone(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Somebody beside the driver is on the phone, and music plays."""

    says = (
        "I'm on the phone, turn the music down.",
        "I'm on a call, turn the music down.",
        "I can't hear my call over the music.",
        "Could it be a bit quieter? I'm on the phone.",
        "Music down a sec, I'm on the phone.",
        "My mum's calling, and the music is way too loud.",
    )
    speaker = "passenger"
    may_change = QUIETER

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=True, volume=draw.integer(50, 85, 5))

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        music_plays(car)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.quieter()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).tap("play_pause_stop")
        yield lambda ui: ui.home().switch("mute_toggle", True)
        yield lambda ui: sound(ui).slide(SLIDER, 15)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: sound(ui).slide(SLIDER, inst.scene.volume - 6)
        yield lambda ui: ui.answer("It's quiet now.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield CallPlan().call("system.mute_switch", switch=True)


class LateForAppointment(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The driver won't be in time for the doctor or the garage, who have written when they wait."""

    says = (
        "Tell {whom} I'm going to be late.",
        "Text {whom} that I'm running late for my appointment.",
        "Let {whom} know I'm late.",
        "Can you tell {whom} I'm running late?",
        "I'm stuck in traffic, text {whom} that I'm late.",
        "I won't make it on time, let {whom} know.",
    )
    steps = 4
    conditions = Conditions(hours=(7, 19))
    may_contact = ("contact",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        workshop, doctor = [one.name for one in draw.content.people if one.is_firm][:2]
        contact, whom = draw.choice([(workshop, "the garage"), (doctor, "the doctor")])
        hour = int(scene.time[11:13]) + 1
        return {"contact": contact, "whom": whom, "hour": hour, "minute": draw.choice(["00", "15", "30", "45"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.writes(inst.params["contact"], f"See you at {inst.params['hour']}:{inst.params['minute']} for your appointment.")
        car.waits(15)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.phone.told(inst.params["contact"], LATE)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: thread(ui, inst.params["contact"]).tap("quick_reply", "I will be late.")
        if not inst.scene.moving:
            text = "Sorry, I'm running late, about 15 minutes."
            yield lambda ui: thread(ui, inst.params["contact"]).type("message_edit_text", text)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        contact = inst.params["contact"]
        yield lambda ui: thread(ui, contact).tap("quick_reply", "On my way.")
        yield lambda ui: replied(ui, other_than(inst.scene.content, contact), "I will be late.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield sent(CallPlan(), inst.params["contact"], "I will be late.")


class CannotTalk(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """The phone rings at the wrong moment: the caller is turned away, and reads that the driver will ring."""

    says = (
        "Can't talk, text them I'll call back.",
        "Decline and text them I'll call back.",
        "Can you decline and text I'll call back?",
        "No time for that call, text them I'll ring later.",
        "I'm busy, decline and text them I'll call back.",
        "Decline and text I'll call back.",
    )
    steps = 10
    may_change = ("conversation.call_state=idle",)
    may_contact = ("contact",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return somebody(draw)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.rings(inst.params["contact"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.phone.declined() & then.phone.told(inst.params["contact"], CALLS_BACK)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: replied(ui.tap("decline_button"), inst.params["contact"], "Call you later.")
        yield lambda ui: (
            ui.tap("decline_button").open("phone").tap("phone_recents").nth("recent_item", 1).tap("message_button")
            .tap("quick_reply", "Call you later.")
        )  # fmt: skip

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("decline_button").answer("I've told them.")
        yield lambda ui: replied(ui.tap("decline_button"), inst.params["contact"], "On my way.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        declined = CallPlan().call("conversation.conversation_phone_hangup")
        yield sent(declined, inst.params["contact"], "Call you later.")


class CannotHearMe(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """One does not hear the other: the microphone is muted, or the call is on hold; in the other half nothing is wrong here."""

    says = (
        "{name} can't hear me, can you fix that?",
        "{name} says the call's gone silent.",
        "I don't think {name} can hear me.",
        "Why can't {name} hear me on the phone?",
        "Check why {name} can't hear me.",
        "{name} keeps saying hello and can't hear me, can you fix that?",
    )
    BUTTONS = ("mute_button", "hold_button")
    endings = ("act", "refrain")
    harm = (CALL_GOES_ON,)
    may_contact = ("contact",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return somebody(draw) | {"button": draw.choice(self.BUTTONS) if draw.ending == "act" else ""}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.talks_to(inst.params["contact"])
        car.write(s.HANDS_FREE, True)
        car.write(s.MICROPHONE_MUTED, inst.params["button"] == "mute_button")
        car.write(s.ON_HOLD, inst.params["button"] == "hold_button")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.phone.calls(inst.params["contact"]) & then.off(s.MICROPHONE_MUTED) & then.off(s.ON_HOLD)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("handset.*", "conversation.hands_free") if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: ui.open("phone").answer("Your microphone is on, so it must be at the other end.")
        else:
            yield lambda ui: ui.open("phone").tap(inst.params["button"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        wrong = self.BUTTONS[inst.params["button"] == self.BUTTONS[0]]
        yield lambda ui: ui.open("phone").tap(wrong).answer("Try now.")
        yield lambda ui: ui.open("phone").tap("end_call_button")


class RunningLate(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """Who waits should know when the car gets there, and again when a stop has been added."""

    steps = 10
    conditions = Conditions(moving=False)
    may_contact = ("contact",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        for _ in range(8):
            destination, stop = draw.rng.sample(PLACES, 2)
            first, last = self._arrival(scene, destination), self._arrival(scene, stop, destination)
            if first and last and last - first >= CLEARLY_LATER:
                return somebody(draw) | {"destination": destination, "stop": stop, "first": first, "last": last + 1}
        raise SceneImpossible(f"no stop in {scene.place} makes the route clearly longer")

    @staticmethod
    def _arrival(scene: Scene, *targets: str) -> int:
        """Minutes of the day at which the car gets there, if it leaves soon; 0 where that is too near, or tomorrow."""
        here = trip(scene.latitude, scene.longitude, 0, scene.place, scene.life)
        route = route_of(here.to(*targets))
        arrives = datetime.fromisoformat(scene.time) + timedelta(seconds=route.seconds + SETS_OFF if route else 0)
        fits = route is not None and route.seconds >= 300 and arrives.day == int(scene.time[8:10])
        return 60 * arrives.hour + arrives.minute if fits else 0

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Text {name} what time we'll get there.",
            "I'm running late, let {name} know when I'll be there.",
            "Text {name} when we'll arrive.",
            "Can you text {name} our arrival time?",
            "{name} is waiting, send a text with our arrival time.",
            "{name} wants to know when we'll get there, text back.",
            check=lambda then: self._told(then, inst, "first"),
        )
        yield Turn(
            "I've added a stop, so text {name} the new arrival time.",
            "We've got another stop, text {name} the new arrival time.",
            "Text {name} our new arrival time.",
            "Can you text {name} our new arrival time? I've added a stop.",
            "The extra stop makes us later, so text {name} the new time.",
            "There's an extra stop now, text {name} when we'll get there.",
            after=minutes(1),
            event=lambda car: car.event("stops on the way", stops=inst.params["stop"]),
            check=lambda then: self._told(then, inst, "last"),
        )

    @staticmethod
    def _told(then: Episode, inst: TaskInstance, which: str) -> Criterion:
        contact, arrives, now = inst.params["contact"], inst.params[which], datetime.fromisoformat(inst.scene.time)
        beside, passed = ((inst.params["first"],), 1) if which == "last" else ((), 0)
        lasts = arrives - 60 * now.hour - now.minute - passed
        by_the_clock = then.phone.told(contact, TimeOfDay(arrives // 60, arrives % 60, 3, beside))
        return by_the_clock | then.phone.told(contact, Amount(lasts, "minutes", 3), Word(("min", "mins", "minutes")))

    def _texts(self, ui: UiScript, inst: TaskInstance, to: str, first: int, last: int) -> UiScript:
        """Both messages, with these arrivals."""
        for arrives, turn in ((first, True), (last, False)):
            texted(ui.open("maps"), to, f"I'll be there at {arrives // 60}:{arrives % 60:02}.")
            if turn:
                ui.turn()
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._texts(ui, inst, inst.params["contact"], inst.params["first"], inst.params["last"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        contact, first, last = (inst.params[name] for name in ("contact", "first", "last"))
        yield lambda ui: self._texts(ui, inst, contact, first, first)
        yield lambda ui: self._texts(ui, inst, other_than(inst.scene.content, contact), first, last)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        first, last = (f"At {arrives // 60}:{arrives % 60:02}." for arrives in (inst.params["first"], inst.params["last"]))
        yield sent(sent(CallPlan(), inst.params["contact"], first).turn(), inst.params["contact"], last)


class ConferenceCall(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """A work call in the parked car: no music, less of the fan, and afterwards both as before."""

    steps = 8
    may_change = ("airConditioner.*", "environment.temperature", "music._current_track_index", "environment.volume")

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, outside=(8, 28), plays=True, volume=draw.integer(35, 70, 5))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"fan": draw.integer(4, 6), "celsius": draw.choice([20, 21, 22]), "lasts": draw.integer(10, 25)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        music_plays(car)
        car.climate_runs(temperature=inst.params["celsius"], fan=inst.params["fan"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def no_fan(then: Episode) -> Criterion:
            off = then.off(s.CLIMATE_POWER)  # a stock device tells the speed only where it is on
            return off if off.met else off | then.falls(s.FAN_SPEED, 2)

        def as_before(then: Episode) -> Criterion:
            heard = then.near(s.VOLUME, inst.scene.volume, 4) & then.as_at_first(s.MEDIA_PLAYING, s.MUTED)
            return heard & then.as_at_first(s.CLIMATE_POWER, s.FAN_SPEED)

        yield Turn(
            "I've got a call, turn the music off.",
            "Turn the music off, I've got a call.",
            "Music off, my work call's starting.",
            "Could you turn off the music? I'm joining a work call.",
            "My boss is about to call, kill the music.",
            "I've parked to take a work call, so stop the music.",
            check=lambda then: then.media.silent() | then.between(s.VOLUME, None, 8),
        )
        yield Turn(
            "My boss can hear the fan, turn it down.",
            "The fan's too loud for my call.",
            "Can you turn the fan down? They can hear it on the call.",
            "My colleagues on the phone keep complaining about the fan noise.",
            "The fan's roaring into my phone, turn it down.",
            "Turn the fan down, nobody on the call can hear me.",
            after=minutes(2),
            check=no_fan,
        )
        yield Turn(
            "Call's over, put the music and the fan back on.",
            "I'm off the phone, music and fan back on like before.",
            "Put the music and fan back to how they were.",
            "My call's over, can you put the music and fan back?",
            "I've hung up, so same music and fan as before.",
            "The call went well, now put the music and fan back on.",
            after=minutes(inst.params["lasts"]),
            check=as_before,
        )

    def _quiet(self, ui: UiScript) -> UiScript:
        """The first two turns."""
        return player(ui).tap("play_pause_stop").turn().open("climate").tap("fan_speed_1").turn()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        fan = f"fan_speed_{inst.params['fan']}"
        yield lambda ui: player(self._quiet(ui).open("climate").tap(fan)).tap("play_pause_stop")

        def off_and_on(ui: UiScript) -> UiScript:
            ui.home().switch("mute_toggle", True).turn().open("climate").switch("ac_master_switch", False).turn()
            return ui.open("climate").switch("ac_master_switch", True).home().switch("mute_toggle", False)

        yield off_and_on

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(self._quiet(ui)).tap("play_pause_stop")
        yield lambda ui: self._quiet(ui).open("climate").tap(f"fan_speed_{inst.params['fan']}")
