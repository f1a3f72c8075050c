"""Print the settings page: `python -m rostra.settings > docs/settings.md`."""

import sys

from rostra.settings.page import page

if __name__ == "__main__":
    sys.stdout.write(page())
