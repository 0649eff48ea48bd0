"""The same kind of work done by this package and by its neighbours, side by side: `automotive-env bench peers`."""
