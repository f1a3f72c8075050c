-- Sites that are watched; `world` keeps the sample's apart from the web's.
CREATE TABLE sites (
    world TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (world, name)
);

CREATE TABLE site_states (
    world TEXT NOT NULL,
    site TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (world, site)
);

-- `published` is a day as text, empty when nobody knows it.
CREATE TABLE items (
    id TEXT NOT NULL PRIMARY KEY,
    world TEXT NOT NULL,
    site TEXT NOT NULL,
    state TEXT NOT NULL,
    type TEXT NOT NULL,
    run TEXT NOT NULL,
    published TEXT NOT NULL,
    found_at TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX items_by_day ON items (world, state, published);
CREATE INDEX items_by_site ON items (world, site, published);
CREATE INDEX items_by_run ON items (run);
