"""One question under source-trust rules: searched, read, quoted, cited."""

from rostra.research.flow import ResearchDesk, research

__all__ = ["ResearchDesk", "research"]
