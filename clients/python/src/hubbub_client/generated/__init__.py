"""Types and methods of both APIs, generated."""
