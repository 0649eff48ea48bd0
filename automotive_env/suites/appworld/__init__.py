"""AppWorld, through the user's own installation of it and its data: an agent writes code that calls the APIs of everyday apps."""
