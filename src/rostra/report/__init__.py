"""From a verified draft to a document: citations numbered by code, blocks, forms."""

from rostra.report.publish import assemble

__all__ = ["assemble"]
