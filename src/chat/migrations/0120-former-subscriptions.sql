-- A person's own settings for channels that they left: clients keep showing them, and they hold again after a return.
create table chat.former_subscriptions (like chat.subscriptions including defaults);
alter table chat.former_subscriptions
  add primary key (organization_id, channel_id, user_id),
  add foreign key (organization_id, channel_id) references chat.channels on delete cascade,
  add foreign key (organization_id, user_id) references chat.users on delete cascade;
create index former_subscriptions_user on chat.former_subscriptions (organization_id, user_id, channel_id);
-- Whoever left before settings were kept has the color that the channel has by itself.
insert into chat.former_subscriptions (organization_id, channel_id, user_id, color)
select distinct p.organization_id, p.channel_id, p.user_id,
  ('{#4c8dd6,#e0703f,#58a55c,#b06cc8,#d8a62a,#3fa7a3,#d4566a,#7d86d8,#93a83c,#c98a5b,#6bb7e0,#a87f9f,#e39bb4,#7fbf8f,#c0b24e,#8d8d9a}'::text[])[p.channel_id % 16 + 1]
from chat.subscription_periods p
where not exists (
  select from chat.subscriptions s
  where s.organization_id = p.organization_id and s.channel_id = p.channel_id and s.user_id = p.user_id);
