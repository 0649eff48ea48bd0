"""What is in a car because of who drives it and where: music, podcasts, stations, people, messages and notices, from a seed."""
