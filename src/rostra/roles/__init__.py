"""What a role is: a brief in, a record out, checks, a fallback; and the extractive toolkit."""

from rostra.roles.extractive import Passage, Picked, pick_sentences

__all__ = ["Passage", "Picked", "pick_sentences"]
