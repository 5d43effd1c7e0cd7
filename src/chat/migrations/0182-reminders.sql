-- Messages that people want to be reminded of.
create sequence chat.reminder_ids;
create table chat.reminders (
  organization_id text not null,
  id bigint not null default nextval('chat.reminder_ids'),
  user_id bigint not null,
  message_id bigint not null,
  note text not null,
  -- what the person is shown of it until then
  content text not null,
  rendered_content text not null,
  deliver_at timestamptz not null,
  -- why it could not be sent; null: it waits for its time
  failure text,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index reminders_user on chat.reminders (organization_id, user_id, deliver_at, id);
create index reminders_due on chat.reminders (deliver_at, organization_id) where failure is null;
create index reminders_due_of on chat.reminders (organization_id, deliver_at, id) where failure is null;
