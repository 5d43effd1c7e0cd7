-- Those among an organization's people that are looked for by themselves: few of many.
create index users_inactive on chat.users (organization_id, id) where not is_active;
create index users_bots on chat.users (organization_id, id) where bot_type is not null;
