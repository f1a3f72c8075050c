-- Sites that are watched; `world` keeps the sample's apart from the web's.
CREATE TABLE sites (
    world TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (world, name)
);

CREATE TABLE site_states (
    world TEXT COLLATE "C" NOT NULL,
    site TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (world, site)
);

-- `published` is a day as text, empty when nobody knows it.
CREATE TABLE items (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    world TEXT COLLATE "C" NOT NULL,
    site TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    type TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    published TEXT COLLATE "C" NOT NULL,
    found_at TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL
);
CREATE INDEX items_by_day ON items (world, state, published);
CREATE INDEX items_by_site ON items (world, site, published);
CREATE INDEX items_by_run ON items (run);
