-- Written by "npm run sql" from src/chat/messages/edit/move-lock.ts.

-- lockMarks
select pg_advisory_xact_lock_shared(hashtext('chat message places'), hashtext($1)),
  pg_advisory_xact_lock(hashtext('chat message marks'), hashtext($2));

-- lockMessageMoves
select pg_advisory_xact_lock(hashtext('chat message places'), hashtext($1));
