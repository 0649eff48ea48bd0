"""Doors for other tools, one module or package each. They stand on `automotive_env.door` and add no rules of their own."""
