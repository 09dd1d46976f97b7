-- runs with: 0320
-- While too many wait, all who sign in to an account on new devices are asked for one code, which is mailed once an hour: strangers
-- who ask for it before the owner use up no mail that the owner needs (D96). `shared_for` is a keyed hash of the e-mail, whether or not
-- it is an account's; null for a code of one sign-in.
alter table sign_in_codes add column shared_for text unique;
