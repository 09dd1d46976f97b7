-- What admins decide about applications, reported things, people and stalls (D75).

create table decisions (
  id uuid primary key default uuidv7(),
  -- that of the latest decision about a subject is the subject's version
  number bigint generated always as identity,
  subject_type text not null
    check (subject_type in ('application', 'post', 'comment', 'message', 'user', 'warung', 'appeal')),
  -- no foreign key: a decision outlives what it was about; a stall has the id of its owner
  subject_id uuid not null,
  action text not null
    check (action in ('approve', 'reject', 'dismiss', 'remove', 'suspend', 'lift', 'delete', 'accept')),
  -- whom it concerns
  user_id uuid references profiles on delete set null,
  decided_by uuid references profiles on delete set null,
  decided_by_name text not null,
  reason text not null default '' check (char_length(reason) <= 500),
  -- what an undo needs; emptied once there is none
  state_before jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  -- when what it deletes was really deleted
  settled_at timestamptz(3)
);
create index decisions_subject on decisions (subject_id, subject_type, number desc) where undone_at is null;
create index decisions_user on decisions (user_id);
create index decisions_decided_by on decisions (decided_by);
create index decisions_age on decisions (created_at);

-- 0 while nothing was decided, or all of it undone.
create function decision_version(type text, subject uuid) returns bigint language sql stable as $$
  select coalesce(max(number), 0) from decisions where subject_id = subject and subject_type = type and undone_at is null
$$;

alter table profiles add suspension_reason text not null default '' check (char_length(suspension_reason) <= 500);
alter table warungs add suspension_reason text not null default '' check (char_length(suspension_reason) <= 500);

-- Suspensions of before this table, so that each can be appealed against.
insert into decisions (subject_type, subject_id, action, user_id, decided_by_name)
select 'user', id, 'suspend', id, '' from profiles where is_suspended
union all
select 'warung', id, 'suspend', id, '' from warungs where is_suspended;

-- Hidden from everybody by a decision, until it is deleted or the decision undone.
alter table posts add is_removed boolean not null default false;
alter table post_comments add is_removed boolean not null default false;

create or replace function posts_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform lock_person(new.user_id);
  end if;
  select
    not new.is_removed and not p.is_suspended
      and (new.is_admin_post or (w.id is not null and not w.is_suspended and p.role <> 'pembeli')),
    case when new.is_admin_post then '' else nagari_key(p.nagari) end,
    lower(new.food_name || ' ' || case when new.is_admin_post then new.seller_name else coalesce(w.name, p.full_name) end)
  into new.visible, new.nagari_key, new.search_text
  from profiles p left join warungs w on w.id = p.id
  where p.id = new.user_id;
  if not found then -- the account is being deleted, and its posts with it
    return old;
  end if;
  return new;
end $$;
drop trigger posts_derive on posts;
create trigger posts_derive before insert or update of food_name, seller_name, user_id, is_admin_post, is_removed on posts
  for each row execute function posts_derive();

create or replace function post_comments_derive() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform lock_person(new.user_id);
  end if;
  new.visible := not new.is_removed and person_shows(new.user_id);
  if new.visible and new.parent_id is not null then
    select visible into new.visible from post_comments where id = new.parent_id for share;
  end if;
  return new;
end $$;

-- Reports of one thing are one item of the queue, also after the thing is gone.
alter table reports
  add subject_type text check (subject_type in ('post', 'comment', 'message')),
  add subject_id uuid,
  add decision_id uuid references decisions on delete set null;
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
update reports r set
  subject_type = case
    when r.reported_message_id is not null or exists (select from reported_messages where report_id = r.id) then 'message'
    when r.reported_comment_id is not null or r.snapshot_comment is not null then 'comment'
    else 'post' end,
  subject_id = coalesce(r.reported_message_id, r.reported_comment_id, case when r.snapshot_comment is null then r.reported_post_id end, r.id);
alter table reports alter subject_type set not null, alter subject_id set not null;
drop index reports_pending;
create index reports_pending on reports (subject_id, created_at, id) where status = 'pending';
create index reports_decision on reports (decision_id) where decision_id is not null;

alter table notifications
  -- what is said of a decision goes when the decision is undone
  add decision_id uuid references decisions on delete set null;
create index notifications_decision on notifications (decision_id) where decision_id is not null;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
  'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open', 'report_outcome', 'content_removed',
  'suspension_lifted', 'new_appeal', 'appeal_outcome', 'items_waiting'));
