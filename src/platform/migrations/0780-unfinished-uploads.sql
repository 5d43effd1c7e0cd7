-- What was begun and is not whole yet reserves room on the disk: it is added up whenever another upload begins.
create index resumable_uploads_unfinished on platform.resumable_uploads (organization_id, owner) where result is null;
