"""Does everything this desk is set to use work? Asked by the command line and by the pages."""

from rostra.doctor.checks import Finding, Status, Told, examine, versions

__all__ = ["Finding", "Status", "Told", "examine", "versions"]
