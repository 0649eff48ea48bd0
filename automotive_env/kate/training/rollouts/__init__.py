"""Roll-outs: the car as environments in the form of TRL, whose public methods are the tools of a model."""
