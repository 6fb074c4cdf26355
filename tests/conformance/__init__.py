"""Every registered game passes the kit, and the kit fails games that break their promises."""
