"""The desk that the tests of the pages serve."""

from tests.web.conftest import serve

__all__ = ["serve"]
