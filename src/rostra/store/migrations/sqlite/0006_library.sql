-- The user's own folders, the files in them and the parts that can be cited. A file and its parts
-- are written, replaced and removed in one transaction.
CREATE TABLE library_folders (
    name TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
);

CREATE TABLE library_files (
    folder TEXT NOT NULL REFERENCES library_folders (name),
    path TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (folder, path)
);

-- The id is also the part's name in the text index, under the kind of its folder.
CREATE TABLE library_parts (
    id TEXT NOT NULL PRIMARY KEY,
    folder TEXT NOT NULL,
    path TEXT NOT NULL,
    place TEXT NOT NULL,
    position INTEGER NOT NULL,
    heading TEXT NOT NULL,
    packing TEXT NOT NULL CHECK (packing IN ('plain', 'zlib')),
    size INTEGER NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (folder, path, place),
    FOREIGN KEY (folder, path) REFERENCES library_files (folder, path)
);
