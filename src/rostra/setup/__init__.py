"""Set a desk up: look for what is here, try it, propose, write it down."""

from rostra.setup.changing import change, reread
from rostra.setup.looking import Found, Tried, look
from rostra.setup.proposing import Change, Proposal, propose, write

__all__ = ["Change", "Found", "Proposal", "Tried", "change", "look", "propose", "reread", "write"]
