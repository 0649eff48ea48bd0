"""The car as a server of the Model Context Protocol. It needs the extra `mcp`."""
