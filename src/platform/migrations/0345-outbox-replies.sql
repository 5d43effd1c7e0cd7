-- E-mail only: where an answer goes, sealed, since whoever knows such an address can write as the recipient.
alter table platform.outbox add column sealed_reply_to bytea;
