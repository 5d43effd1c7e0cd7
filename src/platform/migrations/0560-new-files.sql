-- The archive looks for what came since its last look.
create index files_created on platform.files (created_at);
