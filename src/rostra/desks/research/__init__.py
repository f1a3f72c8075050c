"""One question under source-trust rules: searched, read, quoted, cited."""
