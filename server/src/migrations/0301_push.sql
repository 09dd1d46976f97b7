-- One row a device, which goes with its session: a browser at its push service, or a native app at FCM.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint text unique check (char_length(endpoint) <= 1000),
  p256dh text check (char_length(p256dh) <= 87),
  auth text check (char_length(auth) <= 22),
  -- the key of ours that the browser subscribed with: with another one its push service refuses every push
  vapid_public_key text,
  fcm_token text unique check (char_length(fcm_token) <= 2000),
  -- what shows on the device as far as we know, to be closed when it is read elsewhere
  shown_tags text[] not null default '{}',
  updated_at timestamptz(3) not null default now(),
  constraint push_subscriptions_check check (
    case when fcm_token is null
      then num_nulls(endpoint, p256dh, auth, vapid_public_key) = 0
      else num_nonnulls(endpoint, p256dh, auth, vapid_public_key) = 0 end
  )
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- A row for each person who has switched something.
create table push_settings (
  user_id uuid primary key references profiles on delete cascade,
  messages boolean not null,
  comments boolean not null,
  decisions boolean not null,
  waiting boolean not null,
  hides_content boolean not null
);
