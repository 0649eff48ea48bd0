"""What goes wrong in a call of the UI automation server, by the name of the Java exception that clients know."""

from __future__ import annotations

NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"
ILLEGAL_ARGUMENT = "java.lang.IllegalArgumentException"
BAD_PATTERN = "java.util.regex.PatternSyntaxException"
SERVER_ERROR, INVALID_PARAMS, NO_METHOD, INVALID_REQUEST, PARSE_ERROR = -32001, -32602, -32601, -32600, -32700
"""JSON-RPC codes: an exception of the server, of the parameters, of the method's name, of the request, of its JSON."""


class AutomationError(Exception):
    """A call failed.

    Attributes:
        name: class of the Java exception, or what JSON-RPC calls the error.
        details: what was wrong, in words.
        code: of JSON-RPC.
    """

    def __init__(self, name: str, details: str, code: int = SERVER_ERROR) -> None:
        super().__init__(f"{name}: {details}")
        self.name = name
        self.details = details
        self.code = code
