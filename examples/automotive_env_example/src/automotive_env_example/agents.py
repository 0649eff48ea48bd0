"""An agent that looks at the elements once and remembers what worked."""

from automotive_env.agents.gui_agent import ELEMENTS, gui_agent

glance = gui_agent("glance", "sees elements only, remembers what worked", sees=ELEMENTS, remembers=True)
