"""Playing a car that runs Android Automotive: facts about the platform, and the controller that drives it through ADB."""
