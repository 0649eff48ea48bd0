"""ASURADA: M3A that knows where the car is, asks what holds there, plans, remembers what worked (Automotive-ENV, section 4)."""

from automotive_env.agents.gui_agent import ELEMENTS, MARKS, SCREENSHOT, SENSORS, DesignFeatures, gui_agent

LAYERS: DesignFeatures = {"geo": "context", "reflects": True, "remembers": True, "plans": True}
"""What it adds to what it sees; families of native agents can have it, too."""

asurada = gui_agent(
    "asurada",
    "like m3a, but also knows its position, asks about the place, plans and remembers",
    sees=ELEMENTS | SCREENSHOT | MARKS | SENSORS,
    **LAYERS,
)
