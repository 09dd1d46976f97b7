-- Other features may read these columns of every report.
create view all_reports as
select id, subject_type, subject_id, reported_post_id, reported_comment_id, reported_message_id, snapshot_food_name,
  snapshot_owner_name, status, created_at, decided_at
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

-- What a report has stored stays when the account is gone of whom was reported, but for the name. Of a post that was not reported itself, as a
-- comment under it was, nothing stays once it is gone (D130). What admins were told of the report does not call it by the dish any more.
create function reports_forget_person() returns trigger language plpgsql as $$
begin
  if old.reported_user_id is not null and new.reported_user_id is null then
    new.snapshot_owner_name := 'Pengguna Tidak Dikenal';
  end if;
  if old.subject_type = 'comment' and old.reported_post_id is not null and new.reported_post_id is null then
    new.snapshot_food_name := 'postingan yang sudah dihapus';
    new.snapshot_images := '{}';
  end if;
  if new is distinct from old then
    update notification_events
      set what = case old.subject_type when 'post' then 'sebuah postingan' when 'comment' then 'sebuah komentar' else 'sebuah pesan' end
      where topic = 'reports' and subject_id = old.subject_id;
  end if;
  return new;
end $$;
create trigger reports_forget_person before update of reported_user_id, reported_post_id on reports
  for each row execute function reports_forget_person();

create function reported_messages_forget_person() returns trigger language plpgsql as $$
begin
  new.sender_name := 'Pengguna Tidak Dikenal';
  return new;
end $$;
create trigger reported_messages_forget_person before update of sender_id on reported_messages
  for each row when (old.sender_id is not null and new.sender_id is null) execute function reported_messages_forget_person();
