"""Parts of apps that several screens use, or that would make an app's file too long."""
