"""What a task declares itself with."""

from automotive_env.tasks.kit.scene import FAIR, Conditions, Draw, Ending, Scene
from automotive_env.tasks.kit.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.kit.turn import Turn, minutes

__all__ = [
    "FAIR",
    "Category",
    "Conditions",
    "Dimension",
    "Draw",
    "Ending",
    "Event",
    "Scene",
    "Task",
    "TaskInstance",
    "Turn",
    "Way",
    "minutes",
]
