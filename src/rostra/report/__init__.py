"""From a verified draft to a document: citations numbered by code, templates, exports."""

from rostra.report.html import to_html
from rostra.report.markdown import to_markdown
from rostra.report.publish import assemble

__all__ = ["assemble", "to_html", "to_markdown"]
