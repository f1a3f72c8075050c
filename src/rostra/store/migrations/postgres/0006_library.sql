-- The user's own folders, the files in them and the parts that can be cited. A file and its parts
-- are written, replaced and removed in one transaction.
CREATE TABLE library_folders (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    body TEXT COLLATE "C" NOT NULL
);

CREATE TABLE library_files (
    folder TEXT COLLATE "C" NOT NULL REFERENCES library_folders (name),
    path TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (folder, path)
);

-- The id is also the part's name in the text index, under the kind of its folder.
CREATE TABLE library_parts (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    folder TEXT COLLATE "C" NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    place TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL,
    heading TEXT COLLATE "C" NOT NULL,
    packing TEXT COLLATE "C" NOT NULL CHECK (packing IN ('plain', 'zlib')),
    size BIGINT NOT NULL,
    data BYTEA NOT NULL,
    UNIQUE (folder, path, place),
    FOREIGN KEY (folder, path) REFERENCES library_files (folder, path)
);
