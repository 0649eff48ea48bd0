"""A conversation with everything in it: system, pictures, tool calls and their results."""

import numpy as np

from automotive_env.models.model import ModelMessage, ModelRequest, Sampling, Tool, ToolCall

PICTURE = np.full((4, 6, 3), 7, np.uint8)
TOOL = Tool("set_fan", "Sets the fan.", {"type": "object", "properties": {"level": {"type": "integer"}}, "required": ["level"]})
CALLS = (ToolCall("a", "set_fan", '{"level": 3}'), ToolCall("b", "set_fan", '{"level": 4}'))
CONVERSATION = ModelRequest(
    "act",
    (
        ModelMessage("system", "You drive."),
        ModelMessage("user", "Cooler, please.", (PICTURE,)),
        ModelMessage("assistant", "Wait.", tool_calls=CALLS),
        ModelMessage("tool", "done", (PICTURE, PICTURE), tool_call_id="a"),
        ModelMessage("tool", "no", tool_call_id="b"),
        ModelMessage("assistant", "Better?"),
        ModelMessage("user", "Go on."),
    ),
    tools=(TOOL,),
    sampling=Sampling(
        n=2, temperature=None, top_p=0.9, max_tokens=50, stop=("END", "\n\n"), seed=5, logprobs=2, extra={"top_k": 20}
    ),
)
