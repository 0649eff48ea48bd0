"""Communication: calls and messages."""

from __future__ import annotations

from random import Random
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks
from automotive_env.world.devices.conversation import Conversation

COMMS = Category.COMMS
CONTACTS = tuple(contact.name for contact in Conversation.contacts.start if contact.phone_number)
STRANGER = CONTACTS[-1]
"""The contact that tasks never ask for."""
PHONE = ("conversation.*", "environment.sound_channel")


class CallContact(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """A call to someone in the contacts."""

    says = ("Call {contact}.", "Phone {contact}, please.", "Get {contact} on the phone.")
    allowed = PHONE

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"contact": rng.choice(CONTACTS[:-1])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.CALL_STATE, "idle")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.phone.calls(inst.params["contact"])

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("phone").tap("phone_contacts").tap("contact_item", inst.params["contact"]).tap("call_button")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("phone").tap("phone_contacts").tap("contact_item", STRANGER).tap("call_button")


class AnswerCall(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """The phone rings; take the call."""

    says = ("Answer the phone.", "Pick up the call.", "Take that call.")
    allowed = PHONE

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"contact": rng.choice(CONTACTS)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(50, "urban")
        car.rings(inst.params["contact"])

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.phone.calls(inst.params["contact"])

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.tap("answer_button")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.tap("decline_button")


class CannotTalk(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """The phone rings at the wrong moment."""

    says = ("I can't talk right now.", "Not now, whoever that is!")
    allowed = PHONE

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"contact": rng.choice(CONTACTS)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(120, "motorway")
        car.rings(inst.params["contact"])

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.phone.idle()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.tap("decline_button")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.tap("answer_button")


class RunningLate(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """Someone should know that the driver is late."""

    says = ("{contact} is waiting and I won't make it on time.", "Let {contact} know that I am running late.")
    allowed = PHONE
    steps = 6

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"contact": rng.choice(CONTACTS[:-1])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(40, "urban")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        contact = inst.params["contact"]
        return check.phone.told(contact, "late") or check.phone.calls(contact)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("phone").tap("phone_contacts").tap("contact_item", inst.params["contact"]).tap("message_button")
        ui.tap("quick_reply", "I will be late.")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("phone").tap("phone_contacts").tap("contact_item", STRANGER).tap("message_button")
        ui.tap("quick_reply", "I will be late.")


class HandsFree(Task, category=COMMS, dimension=Dimension.DRIVING_ALIGNMENT):
    """A call on the handset while driving: on to the car's loudspeakers."""

    says = ("I am on the phone and driving, make this call legal.", "Put the call on the car's speakers, I am driving.")
    allowed = PHONE

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(50, "urban")
        car.talks_to(CONTACTS[0])
        car.write(s.HANDS_FREE, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.on(s.HANDS_FREE) and check.phone.calls(CONTACTS[0])

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("phone").switch("hands_free_button", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("phone").tap("end_call_button")
