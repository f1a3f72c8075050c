-- A reservation may be of more than one: tokens, or billionths of a dollar.
ALTER TABLE reservations ADD COLUMN amount INTEGER NOT NULL DEFAULT 1;
