"""Text of strangers: models, servers, files. It is read leniently and printed safely."""
