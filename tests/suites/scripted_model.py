"""A model that says what a test tells it to."""

from automotive_env.models.model import Abilities, Choice, Completion, ToolCall, Usage


class ScriptedModel:
    """Replies in order, the last one for ever; a reply is a text, or a list of (tool, arguments as JSON text)."""

    name = "scripted"

    def __init__(self, *replies):
        self.replies = list(replies)
        self.asked = []

    async def complete(self, request):
        self.asked.append(request)
        reply = self.replies[0] if len(self.replies) == 1 else self.replies.pop(0)
        if isinstance(reply, list):
            calls = tuple(ToolCall(f"call{len(self.asked)}-{at}", name, told) for at, (name, told) in enumerate(reply))
            return Completion((Choice("", tool_calls=calls, finish="tool_calls"),), Usage(10, 2, 1))
        return Completion.of(reply, Usage(10, 2, 1))

    async def probe(self, sampling):
        return Abilities()

    async def close(self):
        pass


def block(code):
    """A reply that holds a program."""
    return f"Here it is.\n```python\n{code}\n```"
