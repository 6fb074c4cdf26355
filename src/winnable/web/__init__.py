"""The analysis board in a browser: a server on this machine, and its page. ``winnable serve`` starts it."""
