-- Whoever is no bot is somebody who can sign in.
alter table chat.users add column person_id text;
update chat.users set person_id = substr(replace(gen_random_uuid()::text, '-', ''), 1, 24) where bot_type is null;
insert into platform.people (organization_id, id, email, email_key, password_hash, created_at)
select organization_id, person_id, email, lower(email), password_hash, date_joined
from chat.users where person_id is not null;
create unique index users_person on chat.users (organization_id, person_id);
alter table chat.users
  add foreign key (organization_id, person_id) references platform.people,
  drop column password_hash;
