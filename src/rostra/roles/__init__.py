"""What a role is: a brief in, a record out, checks, a fallback; and the extractive toolkit."""

from rostra.roles.passages import passages
from rostra.roles.play import Role, Stage, play
from rostra.roles.quotable import Picked

__all__ = ["Picked", "Role", "Stage", "passages", "play"]
