-- Other features may read these columns of every appeal.
create view all_appeals as
select id, decision_id, user_id, status, created_at, decided_at from appeals;
