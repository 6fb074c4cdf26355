"""The page of a study that fills while the study runs: read again and again, at a pace that costs little."""
