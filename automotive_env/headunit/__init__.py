"""The head unit: widgets, layout, theme, renderer, input, and its apps."""
