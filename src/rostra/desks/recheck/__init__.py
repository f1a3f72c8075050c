"""Ask the sources of what is over again: what they still say holds, and what they changed."""
