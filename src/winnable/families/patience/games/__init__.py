"""The games of FreeCell's kin, each a value."""
