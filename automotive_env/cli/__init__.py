"""The commands of `automotive-env`, one file each."""
