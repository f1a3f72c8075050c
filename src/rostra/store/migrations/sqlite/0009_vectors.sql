-- What an embedding model made of an artifact's words, of length one. Of 0 dimensions where the
-- words may not be sent to that model, of -1 where it cannot read them.
-- Numbers only grow, so whoever holds vectors in memory reads what came since.
CREATE TABLE artifact_vectors (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    model TEXT NOT NULL,
    artifact TEXT NOT NULL REFERENCES artifacts (id),
    world TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (model, artifact)
);
CREATE INDEX artifact_vectors_by_model ON artifact_vectors (model, world, dimensions, number);
CREATE INDEX artifacts_by_time ON artifacts (created_at);
