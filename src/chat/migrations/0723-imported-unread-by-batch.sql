-- Each batch of an import has rows of its own: one row for everything was written anew with every batch, and the more
-- it held the longer that took.
alter table chat.imported_unread add column after_id bigint not null default 0;
alter table chat.imported_unread drop constraint imported_unread_pkey;
alter table chat.imported_unread add primary key (organization_id, user_id, recipient_id, after_id);
