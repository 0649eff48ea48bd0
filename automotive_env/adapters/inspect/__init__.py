"""Inspect (inspect_ai): tasks, our agents as its solvers, and its agents in our runs; the extra `inspect`.

Importing it registers everything with Inspect, which does so itself where this package is installed.
"""

from automotive_env.text.extras import install

try:
    import inspect_ai  # noqa: F401
except ImportError as error:
    raise ImportError(f"Inspect needs an extra: {install('inspect')} ({error!s:.100})") from None

from automotive_env.adapters.inspect.hosted import inspect_agent, react
from automotive_env.adapters.inspect.players import player
from automotive_env.adapters.inspect.scoring import verdict
from automotive_env.adapters.inspect.tasks import automotive, conversations, vehicleworld
from automotive_env.adapters.inspect.tools import operate, tools

__all__ = ["automotive", "conversations", "inspect_agent", "operate", "player", "react", "tools", "vehicleworld", "verdict"]
