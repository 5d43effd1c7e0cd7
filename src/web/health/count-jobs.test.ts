import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { countJobs } from './count-jobs.ts';

test('jobs that a stop interrupted are told apart from those that failed', async () => {
  await using server = await startTestServer();
  const { database } = server.services;
  const before = await countJobs(database.reader);
  await database.transaction(async (tx) => {
    for (const output of ['pg-boss shut down while active', 'the receiver is gone']) {
      await tx.run(sql`
        insert into jobs.job (name, state, output)
        select name, 'failed', ${JSON.stringify({ value: output })}::jsonb from jobs.queue order by name limit 1`);
    }
  });
  const { late, failed, interrupted } = await countJobs(database.reader);
  assert.deepEqual([late, failed - before.failed, interrupted - before.interrupted], [before.late, 1, 1]);
});
