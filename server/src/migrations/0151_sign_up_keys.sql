-- The id that a client sends with a sign-up tells a repeated one (D59). The account's own id is made by the server: one that
-- people choose could be that of a deleted account, to which links and reports still point.
alter table profiles add column sign_up_key uuid unique;
alter table pending_sign_ups add column sign_up_key uuid unique;
update pending_sign_ups set sign_up_key = id;
