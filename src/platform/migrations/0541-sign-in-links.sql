-- A dispatcher shows a worker a link, as a picture to scan, which signs their phone in.
alter table platform.person_tokens drop constraint person_tokens_purpose_check;
alter table platform.person_tokens add constraint person_tokens_purpose_check
  check (purpose in ('reset', 'verify', 'join', 'sign-in'));
