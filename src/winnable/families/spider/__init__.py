"""Spider and its kin: pile-building games with face-down cards, a stock, or runs that leave."""
