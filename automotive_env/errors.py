"""Faults, grouped by cause. Each leads to one outcome class and one exit status.

`UsageError` ends the command with status 2, `EnvironmentFault` and `ModelFault` before a run with status 3. During an episode a
fault becomes that episode's outcome; it never ends the run. Only `RecordsFault` does, because an episode must be recorded. What
a model or an agent gets wrong is data, not an exception.
"""


class AutomotiveEnvError(Exception):
    """The base class of all faults of this package; the message is one short sentence for users."""


class UsageError(AutomotiveEnvError):
    """The command or the caller asked for something that is not allowed; the message says what is."""


class EnvironmentFault(AutomotiveEnvError):
    """The car, the device or the place failed; the episode says nothing about the agent."""


SETUP_FAILED = "the task's set-up failed"
"""How the message of an `EnvironmentFault` begins whose cause is the task, not the car; records hold the message alone."""


class ModelFault(AutomotiveEnvError):
    """The model could not be reached, refused the key, or gave up after its retries."""


class ModelUnavailable(ModelFault):
    """The model did not answer for a reason that may pass soon: it is overloaded, restarting, or cannot be reached.

    Attributes:
        retry_after: seconds to wait before the next request, if the server said so.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ReplyBroken(ModelUnavailable):
    """The model began to answer, but its reply or the connection broke off: it is down, or fails at this request only."""


class RequestTooLong(ModelFault):
    """A request does not fit into the model's context. It never will, so the episode ends with the outcome `step_limit`."""


class LimitReached(AutomotiveEnvError):
    """An episode has reached a limit and ends with the outcome `step_limit`; the message names the limit."""


class AgentFault(AutomotiveEnvError):
    """The agent broke its contract, for example by raising an exception."""


class RecordsFault(AutomotiveEnvError):
    """The run folder cannot be written: the disk is full, or the folder is read-only or damaged. No episode is at fault."""


class Contradiction(AutomotiveEnvError):
    """Records that no episode can have produced; the message says where and why."""


class NotScored(AutomotiveEnvError):
    """An episode that cannot be judged from its records alone; the message says why."""
