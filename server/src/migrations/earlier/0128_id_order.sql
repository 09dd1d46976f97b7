-- Brings a database whose newest migration is 0128_id_order to 0162_stall_numbers: tables and rows; views, functions and triggers
-- come from repeatable/.

alter table pending_sign_ups drop constraint pending_sign_ups_email_key;
create index pending_sign_ups_email on pending_sign_ups (email, created_at);
alter table pending_sign_ups add column sign_up_key uuid unique;
update pending_sign_ups set sign_up_key = id;

create table wrong_passwords (
  id uuid primary key default uuidv7(),
  subject text not null,
  created_at timestamptz(3) not null default now()
);
create index wrong_passwords_subject on wrong_passwords (subject, created_at);
create index wrong_passwords_expiry on wrong_passwords (created_at);

create table sign_in_codes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  code_hash text not null default '',
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz(3) not null
);
create index sign_in_codes_user on sign_in_codes (user_id);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

create table recovery_requests (
  user_id uuid primary key references profiles on delete cascade,
  requested_by uuid not null references profiles on delete cascade,
  expires_at timestamptz(3) not null
);
create index recovery_requests_requested_by on recovery_requests (requested_by);
create index recovery_requests_expiry on recovery_requests (expires_at);

create table deleted_admins (
  email_hash text primary key,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_admins_age on deleted_admins (deleted_at);

create table deleted_sessions (
  token_hash text primary key,
  expires_at timestamptz(3) not null
);
create index deleted_sessions_expiry on deleted_sessions (expires_at);

alter table sessions add column suspended_by uuid[] not null default '{}';

alter table profiles
  add admin_since timestamptz(3),
  add admin_until timestamptz(3),
  add is_removed boolean not null default false,
  add sign_up_key uuid unique;
update profiles set admin_since = created_at where role = 'admin';
update profiles p set admin_until = demoted.at
from (
  select target_user_id as id, max(created_at) as at from audit_log
  where action = 'update_user_by_admin' and details -> 'before' ->> 'role' = 'admin'
  group by target_user_id
) demoted
where demoted.id = p.id and p.role <> 'admin';
update profiles p set is_removed = true from decisions d
where d.subject_id = p.id and d.subject_type = 'user' and d.action = 'delete' and d.undone_at is null and d.settled_at is null;

alter table app_settings add column version int not null default 1;
alter table promo_banners add column version int not null default 1;

-- Of stalls whose ids end alike the oldest has the short address that was printed from its id.
drop index warungs_short_address;
alter table warungs add column short_code text;
create unique index warungs_short_code on warungs (short_code);
update warungs w set short_code = right(w.id::text, 8)
where not exists (
  select from warungs o
  where right(o.id::text, 8) = right(w.id::text, 8) and (o.created_at, o.id) < (w.created_at, w.id)
);
do $$
begin
  loop
    begin
      update warungs set short_code = right(gen_random_uuid()::text, 8) where short_code is null;
      exit;
    exception when unique_violation then -- another try
    end;
  end loop;
end $$;
alter table warungs
  alter column short_code set not null,
  add constraint warungs_short_code_form check (short_code ~ '^[0-9a-f]{8}$');

alter table blocks add column blocked_name text not null default '' check (char_length(blocked_name) <= 80);
update blocks b set blocked_name = coalesce(w.name, p.full_name)
from profiles p left join warungs w on w.id = p.id and p.role <> 'pembeli'
where p.id = b.blocked_id;
alter table blocks alter column blocked_name drop default;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'new_user_signup', 'new_seller_application', 'application_approved', 'application_rejected', 'new_report', 'new_message',
  'new_like', 'new_comment', 'new_reply', 'post_activity', 'still_open', 'report_outcome', 'content_removed',
  'suspension_lifted', 'new_appeal', 'appeal_outcome', 'items_waiting', 'recovery_code', 'recovery_request', 'role_changed'));
alter table notification_events
  add column subject_id uuid,
  add column what text check (char_length(what) <= 140),
  add column decision_id uuid references decisions on delete set null;
create index notification_events_subject on notification_events (subject_id) where subject_id is not null;
create index notification_events_decision on notification_events (decision_id) where decision_id is not null;
drop index notification_events_one_like;
create unique index notification_events_one_like on notification_events (post_id, actor_id) where topic like 'likes:%';

-- The words there are, without signs.
insert into search_words
select distinct found.word collate "C"
from search_words existing,
  string_to_table(translate(existing.word, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)), ' ') found (word)
where found.word <> ''
order by 1
on conflict do nothing;

-- More spellings that people mix. A row that an admin has made already, or a longer one, stays as it is.
insert into spellings (alike)
select added.alike::text[]
from (values
  ('{air,aia}'),
  ('{asin,masin}'),
  ('{bakso,baso}'),
  ('{belacan,balacan,terasi}'),
  ('{belimbing,balimbiang}'),
  ('{besar,gadang}'),
  ('{bihun,mihun}'),
  ('{bilih,bili}'),
  ('{bungkus,bungkuih}'),
  ('{campur,campua}'),
  ('{ceker,cakar}'),
  ('{cendol,cindua,cindol}'),
  ('{cincang,cancang}'),
  ('{goreng,goreang}'),
  ('{hati,ati}'),
  ('{hitam,itam}'),
  ('{jeruk,limau}'),
  ('{kecil,ketek,kaciak}'),
  ('{kedondong,kadondong}'),
  ('{kentang,kantang}'),
  ('{kepala,kapalo}'),
  ('{kepiting,kapitiang}'),
  ('{keripik,kripik,karipiak}'),
  ('{kopi,kupi}'),
  ('{kukus,kukuih}'),
  ('{kwetiau,kwetiaw,kuetiau}'),
  ('{manis,manih}'),
  ('{martabak,murtabak}'),
  ('{mie,bakmi}'),
  ('{nanas,naneh}'),
  ('{otak,utak}'),
  ('{pahit,paik}'),
  ('{panas,angek}'),
  ('{panggang,pangang}'),
  ('{pangsit,pansit}'),
  ('{pepaya,kalikih}'),
  ('{pepes,palai}'),
  ('{perkedel,pergedel,bagedel,begedel}'),
  ('{pucuk,pucuak}'),
  ('{putih,putiah}'),
  ('{rebus,rabuih}'),
  ('{rempeyek,peyek}'),
  ('{sala,salo}'),
  ('{sapi,jawi}'),
  ('{sayur,sayua}'),
  ('{semangka,samangko}'),
  ('{serabi,surabi,sarabi}'),
  ('{serundeng,sarundeng}'),
  ('{tahu,tau}'),
  ('{tebu,tabu}'),
  ('{tempe,tempeh}'),
  ('{tumis,tumih}'),
  ('{urap,anyang}')
) added (alike)
where not exists (select from spellings where spellings.alike @> added.alike::text[]);
