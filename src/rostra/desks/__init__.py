"""One folder for each kind of run: its order, its flow, its roles and what it publishes."""
