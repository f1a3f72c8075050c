"""Rostra: a research desk for people who must decide and must be able to show why."""

__version__ = "0.1.0"
