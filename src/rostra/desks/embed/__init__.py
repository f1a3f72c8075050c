"""Give vectors to what is kept, so that it is found by likeness too."""
