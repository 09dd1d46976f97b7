-- What the admins' lists are searched by: without these every page reads the whole table.
-- A page leaves out those who are about to be deleted, hardly anybody among all decisions.
create index decisions_deleting on decisions (subject_id) where action = 'delete' and undone_at is null and settled_at is null;
-- People are found by a part of their name, e-mail or phone number.
create index profiles_search on profiles using gin (full_name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops);
