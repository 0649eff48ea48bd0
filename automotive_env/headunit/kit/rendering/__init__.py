"""How boxes become accessibility nodes and pixels: layout, layers, brushes, fonts, colours."""
