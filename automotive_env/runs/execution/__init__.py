"""How a planned run is carried out."""
