"""Knowledge activation after KATE: what is known is told, each step is drawn several times, and one reply is chosen."""
