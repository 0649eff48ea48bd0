"""What apps are built from: screens, widgets, layout, rendering and touch."""
