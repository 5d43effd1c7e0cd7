-- 2: Slack's form of outgoing webhooks.
alter table chat.bot_services drop constraint bot_services_interface_check;
alter table chat.bot_services add constraint bot_services_interface_check check (interface in (1, 2));
