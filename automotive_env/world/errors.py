"""What can go wrong in the world, by consequence."""


class StateError(ValueError):
    """A path is unknown or a value does not fit its property. Nothing was changed."""


class Refused(Exception):
    """A call asks for what its declaration or the car does not allow. The call is undone and reports the reason."""
