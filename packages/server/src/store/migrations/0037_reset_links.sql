-- A link that lets somebody who forgot a password choose another one; unlike one that signs in, it opens no session.
alter table sign_in_link add column purpose text not null default 'sign_in' check (purpose in ('sign_in', 'reset'));
