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
