"""What can go wrong in the world, by consequence."""


class StateError(ValueError):
    """A path is unknown or a value does not fit its property. Nothing was changed."""


class Refused(Exception):
    """A call asks for what its declaration or the car does not allow. The call is undone and reports the reason."""


def shown(value: object, most: int = 80) -> str:
    """A value for a message: as Python writes it, shortened; described where Python cannot, such as a number of 5,000 digits."""
    try:
        return repr(value[:most] if isinstance(value, str) else value)[: most + 2]
    except Exception:  # whatever a caller's own object raises
        return f"a {type(value).__name__} too long to write"
