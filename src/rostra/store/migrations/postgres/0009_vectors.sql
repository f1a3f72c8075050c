-- What an embedding model made of an artifact's words, of length one. Of 0 dimensions where the
-- words may not be sent to that model, of -1 where it cannot read them.
-- Plain numbers: the table is there with and without pgvector, which compares them.
CREATE TABLE artifact_vectors (
    model TEXT COLLATE "C" NOT NULL,
    artifact TEXT COLLATE "C" NOT NULL REFERENCES artifacts (id),
    world TEXT COLLATE "C" NOT NULL,
    dimensions BIGINT NOT NULL,
    vector REAL[] NOT NULL,
    PRIMARY KEY (model, artifact)
);
CREATE INDEX artifact_vectors_by_model ON artifact_vectors (model, world, dimensions);
CREATE INDEX artifacts_by_time ON artifacts (created_at);
