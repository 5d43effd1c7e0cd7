-- Written by "npm run sql" from src/cli/verify-backup.ts.

-- look: files, messages, organizations, tasks
select (select count(*)::int from platform.organizations) as organizations,
  (select count(*)::int from chat.messages) as messages, (select count(*)::int from dispatch.tasks) as tasks,
  (select count(*)::int from platform.files) as files;
