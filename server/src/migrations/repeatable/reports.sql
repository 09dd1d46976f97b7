-- Of every report what other features may read.
create view all_reports as
select id, subject_type, subject_id, reported_post_id, reported_comment_id, reported_message_id, snapshot_food_name,
  snapshot_owner_name, status, created_at
from reports;

create function reports_set_subject() returns trigger language plpgsql as $$
begin
  new.subject_type := case
    when new.reported_message_id is not null then 'message'
    when new.reported_comment_id is not null or new.snapshot_comment is not null then 'comment'
    else 'post' end;
  new.subject_id := coalesce(new.reported_message_id, new.reported_comment_id, new.reported_post_id, new.id);
  return new;
end $$;
create trigger reports_set_subject before insert on reports for each row execute function reports_set_subject();
