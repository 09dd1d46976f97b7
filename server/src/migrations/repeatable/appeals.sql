-- Of every appeal what other features may read.
create view all_appeals as
select id, decision_id, user_id, status, created_at from appeals;
