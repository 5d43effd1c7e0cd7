-- E-mail only: what it belongs to, so that mail programs show it with the others of that, and how to get no more of them.
alter table platform.outbox
  add column thread text,
  add column unsubscribe_url text;
