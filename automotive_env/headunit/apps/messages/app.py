"""Messages: the phone's conversations as an app of their own."""

from __future__ import annotations

from automotive_env.headunit.apps.messages.message_screens import DeleteThreadDialog, NewMessageScreen
from automotive_env.headunit.apps.messages.messages import messages_tab
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.widgets.page import page

LIST = 460
"""Width of the list of conversations."""


class MessagesScreen(Screen):
    """The conversations, and the thread of one."""

    name = "messages"
    title = "Messages"

    def build(self, car: BuildContext) -> LayoutNode:
        return page(self.title, messages_tab(car, LIST))


APP = App(
    name="messages",
    title="Messages",
    icon="sms",
    package="com.android.car.messenger",
    screens=(MessagesScreen, NewMessageScreen, DeleteThreadDialog),
    aliases=("messenger", "sms", "text messages", "com.android.car.messenger"),
    order=16,
)

__all__ = ["APP", "MessagesScreen"]
