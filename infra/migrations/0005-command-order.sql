-- Ids of one epoch sort by their count, byte by byte: "the last settled one of this epoch" is then one
-- step in the index, whatever the database's own order of letters is.
alter table entries alter column command_id type text collate "C";
alter table results alter column command_id type text collate "C";
alter table accepted alter column command_id type text collate "C";
