-- A session's row holds what is needed to recognise its token, not the token: sha256, in hex.
alter table sessions rename column token to token_hash;
update sessions set token_hash = encode(sha256(convert_to(token_hash, 'UTF8')), 'hex');
