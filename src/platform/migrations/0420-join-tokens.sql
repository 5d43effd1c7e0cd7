-- Invitations of administrators and workers are links of their person too; a worker's goes to a phone.
alter table platform.person_tokens rename column email to address;
alter table platform.person_tokens drop constraint person_tokens_purpose_check;
alter table platform.person_tokens add constraint person_tokens_purpose_check check (purpose in ('reset', 'verify', 'join'));
