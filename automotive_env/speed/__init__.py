"""How fast the package is on this machine; run with `automotive-env bench`."""
