-- What an item is looked up by: its address, and its headline as `rules.identity` compares it.
-- `store/schema.py` fills both for rows of before.
ALTER TABLE items ADD COLUMN url TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN title_key TEXT COLLATE "C" NOT NULL DEFAULT '';
-- A whole address may be longer than an index of PostgreSQL takes.
CREATE INDEX items_by_url ON items (world, substr(url, 1, 500));
CREATE INDEX items_by_title ON items (world, site, published, title_key);
DROP INDEX items_by_site;
