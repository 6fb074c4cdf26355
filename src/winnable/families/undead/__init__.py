"""Simon Tatham's Undead: monsters among mirrors."""
