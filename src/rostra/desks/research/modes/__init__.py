"""The modes that come with Rostra, a file each."""
