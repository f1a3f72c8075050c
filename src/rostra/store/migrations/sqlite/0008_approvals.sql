-- Tools of foreign servers, as a person approved them.
CREATE TABLE approvals (
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (server, tool)
);
