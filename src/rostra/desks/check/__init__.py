"""Check anybody's report: each sentence against what it cites."""
