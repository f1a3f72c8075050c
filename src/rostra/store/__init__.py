"""Evidence, runs, events, ledger: one interface, two databases."""
