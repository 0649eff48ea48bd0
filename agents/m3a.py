"""M3A: sees the screen with marks besides the elements and reflects on each step's pictures (AndroidWorld's multimodal agent)."""

from automotive_env.agents.gui_agent import ELEMENTS, MARKS, SCREENSHOT, SENSORS, gui_agent

m3a = gui_agent(
    "m3a",
    "sees elements and the screen with marks, reflects on each step",
    sees=ELEMENTS | SCREENSHOT | MARKS | SENSORS,
    reflects=True,
)
