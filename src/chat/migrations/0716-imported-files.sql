-- Files of an archive become uploads before the messages that refer to them.
alter table chat.imported_ids drop constraint imported_ids_kind_check;
alter table chat.imported_ids add constraint imported_ids_kind_check
  check (kind in ('person', 'channel', 'conversation', 'message', 'file'));
