"""Twins for users' tests and ours: real servers on loopback instead of mocks.

`LocalSite` is a small web site whose pages may be slow, wrong or hostile; `LlamaServer` is a real
llama.cpp server with a very small model. Everything binds 127.0.0.1, answers over real HTTP and
leaves nothing behind when its `with` block ends.
"""

from rostra.testing.llama import LlamaServer
from rostra.testing.loopback import Request, free_port
from rostra.testing.site import LocalSite, Page

__all__ = ["LlamaServer", "LocalSite", "Page", "Request", "free_port"]
