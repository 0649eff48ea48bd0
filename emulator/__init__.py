"""Android Automotive emulators."""
