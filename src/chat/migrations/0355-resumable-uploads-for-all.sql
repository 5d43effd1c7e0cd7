-- What comes in parts is no longer the chat's alone: the owner is anybody who uploads, the result whatever the file became.
alter table chat.resumable_uploads set schema platform;
alter table chat.resumable_upload_parts set schema platform;
alter table platform.resumable_uploads rename column owner_id to owner;
alter table platform.resumable_uploads alter column owner type text using 'user ' || owner;
alter table platform.resumable_uploads rename column path_id to result;
-- It follows from the metadata.
alter table platform.resumable_uploads drop column name;
