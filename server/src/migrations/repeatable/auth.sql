-- Other features may read these columns of every person.
create view all_people as
select id, full_name, email, phone, address, nagari, kecamatan, avatar_url, role, admin_since, admin_until, recovery_counted_from,
  is_suspended, suspension_reason, is_removed, version, created_at, updated_at, mail_refused_at
from profiles;

create view all_recovery_requests as
select user_id, requested_by, expires_at from recovery_requests;

-- Locks a person and their stall. FOR SHARE waits for a suspension under way, so that neither transaction misses the other's
-- rows. False for a deleted account.
create function lock_person(person uuid) returns boolean language plpgsql as $$
begin
  perform 1 from profiles where id = person for share;
  if not found then
    return false;
  end if;
  perform 1 from warungs where id = person for share;
  return true;
end $$;

-- What people do does not show and does not count while they, or the stall they sell from, are suspended. The triggers that
-- derive a row's visibility lock its author when it is inserted. On an update they must not: the post is locked already, so that
-- would be the wrong order. A transaction that changes the author waits for the post instead, and derives the row again.
create function person_shows(person uuid) returns boolean language plpgsql as $$
begin
  return (
    select not p.is_suspended and not (p.role = 'penjual' and coalesce(w.is_suspended, false))
    from profiles p left join warungs w on w.id = p.id
    where p.id = person
  );
end $$;

-- Called before a person is deleted: locks every row that is deleted or changed with them, in the order of all locks
-- (ARCHITECTURE.md, Lock order). The person's row is locked against the person's own actions (NO KEY UPDATE), not against
-- foreign keys, which other transactions check last.
create function lock_person_to_delete(person uuid) returns void language plpgsql as $$
begin
  perform 1 from profiles where id = person for no key update;
  perform 1 from warungs where id = person for no key update;
  perform 1 from conversations where person in (user1_id, user2_id) order by id for no key update;
  perform 1 from posts where id in (
    select id from posts where user_id = person
    union select post_id from likes where user_id = person
    union select post_id from saved_posts where user_id = person
    union select post_id from post_comments where user_id = person or mentioned_id = person
    union select reported_post_id from reports where person in (reporter_id, reported_user_id)
  ) order by id for no key update;
  perform 1 from reports where person in (reporter_id, reported_user_id) order by id for update;
  perform 1 from notifications where id in (
    select id from notifications where user_id = person
    union select id from notifications where sender_id = person
    union select id from notifications where names @> array[person]
    union select n.id from notifications n join posts p on p.id = n.post_id where p.user_id = person
    union select n.id from notifications n join post_comments c on c.id = n.comment_id where c.user_id = person
    union select n.id from notifications n join post_comments c on c.id = n.comment_id
      join post_comments parent on parent.id = c.parent_id where parent.user_id = person
    union select n.id from notification_events e
      join notifications n on n.topic = e.topic and e.number between n.first_event and n.last_event
      where e.actor_id = person or e.answered_id = person
        or e.comment_id in (select c.id from post_comments c join post_comments parent on parent.id = c.parent_id
          where parent.user_id = person)
  ) order by user_id, id for update;
end $$;

-- A trigger, so that no way of changing a role leaves the times out. Admins whose suspension ends begin anew: admin_since is since when
-- they act as admins without a break. Who is made an admin for less than a week within 30 days of the end of that role, and then ceases to be one
-- again, is as at that end for who makes a recovery code: accomplices would become admins of a week meanwhile (D80).
create function profiles_admin_times() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' and (tg_op = 'INSERT' or old.role <> 'admin') then
    new.admin_since := now();
  elsif tg_op = 'UPDATE' and old.role = 'admin' and new.role <> 'admin' then
    new.recovery_counted_from := case
      when old.admin_until > now() - interval '30 days' and old.admin_since > now() - interval '7 days'
      then least(old.recovery_counted_from, old.admin_until)
    end;
    new.admin_since := null;
    new.admin_until := now();
  elsif tg_op = 'UPDATE' and new.role = 'admin' and old.is_suspended and not new.is_suspended then
    new.admin_since := now();
  end if;
  return new;
end $$;
create trigger profiles_admin_times before insert or update of role, is_suspended on profiles
  for each row execute function profiles_admin_times();

-- What a mail server has said of an address holds for that address alone. A trigger, so that the release that does not know it keeps to it too.
create function profiles_new_mailbox() returns trigger language plpgsql as $$
begin
  if lower(new.email) <> lower(old.email) then
    new.mail_refused_at := null;
  end if;
  return new;
end $$;
create trigger profiles_new_mailbox before update of email on profiles for each row execute function profiles_new_mailbox();

-- Sign-ups for the mailbox of an account that is deleted, with their links: they have its e-mail (D130).
create function profiles_leave_mailbox() returns trigger language plpgsql as $$
begin
  with gone as (delete from pending_sign_ups where email = lower(old.email) returning id)
  delete from verifications where value in (select id::text from gone);
  return null;
end $$;
create trigger profiles_leave_mailbox after delete on profiles for each row execute function profiles_leave_mailbox();
