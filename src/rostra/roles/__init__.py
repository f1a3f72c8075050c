"""What a role is: a brief in, a record out, checks, a fallback; and the extractive toolkit."""

from rostra.roles.extractive import pick_sentences
from rostra.roles.play import Role, Stage, play
from rostra.roles.quotable import Passage, Picked

__all__ = ["Passage", "Picked", "Role", "Stage", "pick_sentences", "play"]
