"""Documents of any kind in the forms that are text."""

import rostra.desks.collect.digest_forms
import rostra.report.export  # noqa: F401  (the others have theirs there)
from rostra.report.forms import paper_of
from rostra.report.html import to_html
from rostra.report.markdown import to_markdown


def as_markdown(document: object) -> str:
    return to_markdown(paper_of(document))


def as_html(document: object) -> str:
    return to_html(paper_of(document))
