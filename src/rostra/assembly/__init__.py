"""Build the house from settings: the only room that knows every concrete class."""

from rostra.assembly.house import House, open_house, sample_motion
from rostra.assembly.worlds import clock_of

__all__ = ["House", "clock_of", "open_house", "sample_motion"]
