"""Faults, grouped by who is to blame for them. Each ends in one outcome class and one exit status.

`UsageError` ends the command with status 2, `EnvironmentFault` and `ModelFault` before a run with status 3. During an episode a
fault becomes that episode's outcome; it never ends the run. Only `RecordsFault` does: what cannot be recorded is not played. What
a model or an agent says wrong is data, not an exception.
"""


class AutomotiveEnvError(Exception):
    """The root of all faults of this package; the message is one short sentence fit for a user."""


class UsageError(AutomotiveEnvError):
    """The command or the caller asked for something that does not exist; the message names what does."""


class EnvironmentFault(AutomotiveEnvError):
    """The car, the device or the place could not do what it must; the episode says nothing about the agent."""


class ModelFault(AutomotiveEnvError):
    """The model could not be reached, refused the key, or gave up after its retries."""


class ModelUnavailable(ModelFault):
    """The model could not be asked, for a reason that may be over soon: it is overloaded, restarts, or cannot be reached.

    Attributes:
        retry_after: seconds that it wants to be left alone, where it said so.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ReplyBroken(ModelUnavailable):
    """The model began to answer, and its reply or the connection broke off: it is down, or fails at this request alone."""


class RequestTooLong(ModelFault):
    """A request does not fit into the model's context. It never will: the episode ends as one that has used what it may use."""


class LimitReached(AutomotiveEnvError):
    """An episode has used what it may use: it ends as it is, with the outcome `step_limit`; the message says of what."""


class AgentFault(AutomotiveEnvError):
    """The agent did what no agent may do, such as raising an exception."""


class RecordsFault(AutomotiveEnvError):
    """The run folder cannot be written: the disk is full, or the folder is read-only or damaged. It is no fault of an episode."""


class Contradiction(AutomotiveEnvError):
    """Records that cannot be those of an episode; the message says where and why."""


class NotScored(AutomotiveEnvError):
    """An episode that cannot be judged by its records alone; the message says why."""
