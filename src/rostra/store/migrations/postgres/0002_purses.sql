-- One row for each piece of a limited thing that a run has reserved; giving it back deletes it.
CREATE TABLE purses (
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    purse TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (run, purse, key)
);
