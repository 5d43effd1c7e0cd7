-- Whether anybody has been shown the secret: it is shown once. Of those that were made before nobody knows.
alter table platform.sealed_secrets add column is_shown boolean not null default true;
