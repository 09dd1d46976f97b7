-- Nothing has ever written it; devices are rows of push_subscriptions.
drop table push_tokens;
