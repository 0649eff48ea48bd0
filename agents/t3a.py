"""T3A: reads the accessibility elements only and sums up each step in words (AndroidWorld's text agent)."""

from automotive_env.agents.gui_agent import ELEMENTS, SENSORS, gui_agent

t3a = gui_agent("t3a", "reads the accessibility elements, summarises each step", sees=ELEMENTS | SENSORS, summarises=True)
