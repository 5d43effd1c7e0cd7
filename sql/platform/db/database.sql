-- Written by "npm run sql" from src/platform/db/database.ts.

-- checkReadOnly: isReadOnly
select current_setting('transaction_read_only')::boolean as "isReadOnly";
