"""What processes and servers on one machine share: locks between processes, and places for connections."""
