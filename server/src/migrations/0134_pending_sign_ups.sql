-- Each sign-up is a row of its own: a later one with the same e-mail, which anybody can send, leaves it and its link as they are.
alter table pending_sign_ups drop constraint pending_sign_ups_email_key;
create index pending_sign_ups_email on pending_sign_ups (email, created_at);
