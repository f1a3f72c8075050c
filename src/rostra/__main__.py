"""`python -m rostra` is `rostra`."""

from rostra.cli import main

if __name__ == "__main__":
    main()
