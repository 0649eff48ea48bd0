"""Tasks as environments of OpenEnv: a server with a car for each session, and its client. It needs the extra `openenv`."""
