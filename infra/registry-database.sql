-- Run once, when the container of Postgres makes its data directory: the registry has a database
-- of its own beside that of the service.
create database registry;
