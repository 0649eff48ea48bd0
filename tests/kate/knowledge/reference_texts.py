"""Texts whose vectors `sentence_vectors.npz` holds: of transformers with torch, the mean of the last states, of length 1."""

TEXTS = (
    "turn on the fog lights",
    "It is foggy outside, help me see",
    "Set the temperature of the driver's seat to 23 degrees, please.",
    "Play some jazz, a bit louder than now!",
    "a",
    "",
    "Schalte bitte die Heckscheibenheizung ein – es friert.",
    "请打开空调",
    "NAVIGATE to 221B Baker Street; avoid motorways (and tolls)",
    "Open the window, then the sunroof, then close both. " * 60,
    "\u0000 \u200b emoji 🚗 and Ünïcödé",
)
