"""What checks say of one subject each, as `then.phone.calls("Mum")`: a file a subject."""
