"""Calls and messages."""

from __future__ import annotations

from automotive_env.car.devices.conversation import Message
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, said
from automotive_env.validators.criteria_builder import CriteriaBuilder, shown
from automotive_env.validators.criterion import Criterion

MESSAGES = "conversation.messages"
"""Path of all that was written."""
MAX_MESSAGES = 3
"""Messages that tell somebody something; more are a nuisance, or a list of guesses."""


class PhoneCriteria(CriteriaBuilder):
    """Sentences about calls and messages."""

    def calls(self, contact: str) -> Criterion:
        """A call with a contact is under way."""
        return self.is_(s.CALL_STATE, "active") & self.is_(s.CALL_CONTACT, contact)

    def called(self, contact: str) -> Criterion:
        """The agent has called a contact, or taken their call, whether or not it goes on."""
        names = [one.contact for one in self._log.contacted if one.is_call]
        return Criterion("called", f"a call with {contact}", ", ".join(names) or "none", contact in names)

    def idle(self) -> Criterion:
        """No call is under way."""
        return self.is_(s.CALL_STATE, "idle")

    def never_answered(self) -> Criterion:
        """No call was taken on the way."""
        states = [shown(value) for value in self._log.values(s.CALL_STATE)]
        return Criterion("call_not_taken", "the call never taken", " -> ".join(states) or "unchanged", "active" not in states[1:])

    def unbroken(self) -> Criterion:
        """The call never ended on the way."""
        states = [shown(value) for value in self._log.values(s.CALL_STATE)]
        return Criterion("call_unbroken", "the call never ended", " -> ".join(states) or "unchanged", "idle" not in states[1:])

    def picked_up(self) -> Criterion:
        """A call that came in was answered."""
        turns = self._log.changes
        met = any(
            (one.change.path, one.change.before, one.change.after) == (s.CALL_STATE.world, "ringing", "active") for one in turns
        )
        return Criterion("picked_up", "a call that rang answered", "one answered" if met else "none", met)

    def taken(self) -> Criterion:
        """The call that came in was answered, and none was made or ended on the way."""
        return self.picked_up() & self.unbroken()

    def turned_away(self) -> Criterion:
        """A call that came in was turned away, and not left to ring until the caller gave up."""
        turns = [one for one in self._log.changes if one.change.path == s.CALL_STATE.world and one.change.after == "idle"]
        found = ", ".join(f"{one.change.before} -> idle by the {one.by}" for one in turns) or "never idle"
        met = any(one.by == "agent" and one.change.before == "ringing" for one in turns)
        return Criterion("call_declined", "the call declined", found, met)

    def declined(self) -> Criterion:
        """The call that came in was turned away, and none was taken."""
        return self.turned_away() & self.idle() & self.never_answered()

    def told(self, contact: str, *facts: Fact) -> Criterion:
        """What was written to a contact says these facts."""
        texts = [one.text for one in self._log.contacted if one.contact == contact and not one.is_call]
        wanted, met = f"1 to {MAX_MESSAGES} messages to {contact}", 0 < len(texts) <= MAX_MESSAGES
        return Criterion("written", wanted, "; ".join(texts) or "none", met) & said(" ".join(texts), *facts)

    def heard(self, contact: str, text: str) -> Criterion:
        """A contact has written this on the way."""
        logs = [one.change.after for one in self._log.changes if one.change.path == MESSAGES and one.by == "event"]
        came = [log[-1] for log in logs if isinstance(log, tuple) and log]
        texts = [str(one.content) for one in came if isinstance(one, Message) and one.incoming and one.contact == contact]
        return Criterion("heard", f"{contact} has written {text!r}", "; ".join(texts) or "nothing", text in texts)

    def keeps_messages(self) -> Criterion:
        """The agent has deleted no message."""
        logs = [
            (one.change.before, one.change.after)
            for one in self._log.changes
            if one.change.path == MESSAGES and one.by == "agent"
        ]
        lost = sum(max(0, len(was) - len(now)) for was, now in logs if isinstance(was, tuple) and isinstance(now, tuple))
        return Criterion("messages_kept", "no message deleted", f"{lost} deleted", not lost)

    def on_line(self, contact: str, kind: str, number: str) -> Criterion:
        """A call with a contact is under way on one of their numbers, of a kind such as "Home", or by its digits."""
        found = f"{shown(self.read(s.CALL_CONTACT))} {self.read(s.CALL_LINE) or 'usual number'}"
        dialled = str(self.read(s.CALL_CONTACT)) == number.replace(" ", "")
        chosen = (self.read(s.CALL_CONTACT), self.read(s.CALL_LINE)) == (contact, kind)
        return self.is_(s.CALL_STATE, "active") & Criterion("call_line", f"{contact} {kind}", found, dialled or chosen)

    def keeps(self, *names: str) -> Criterion:
        """The people whom the driver keeps at hand are these, in any order."""
        there = sorted(shown(name) for signal in s.FAVORITE_PEOPLE if (name := self.read(signal)) is not None)
        wanted = ", ".join(sorted(names))
        return Criterion("favourite_people", wanted, ", ".join(there) or "nobody", there == sorted(names))
