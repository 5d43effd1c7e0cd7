-- As 0612: once an hour the table is gone through.
drop index platform.idempotent_answers_at;
