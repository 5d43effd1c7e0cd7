import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { countJobs } from './count-jobs.ts';

test('jobs that a stop interrupted are told apart from those that failed, and queues whose last one failed are named', async () => {
  await using server = await startTestServer();
  const { database } = server.services;
  const before = await countJobs(database.reader);
  await database.transaction(async (tx) => {
    for (const output of ['pg-boss shut down while active', 'the receiver is gone']) {
      await tx.run(sql`
        insert into jobs.job (name, state, output, completed_on)
        select 'sweep-files', 'failed', ${JSON.stringify({ value: output })}::jsonb, clock_timestamp()`);
    }
  });
  const { late, failed, interrupted, broken } = await countJobs(database.reader);
  assert.deepEqual(broken, ['sweep-files']);
  assert.deepEqual([late, failed - before.failed, interrupted - before.interrupted], [before.late, 1, 1]);
  // One that went well since then shows that it works again.
  await database.transaction((tx) =>
    tx.run(
      sql`insert into jobs.job (name, state, completed_on) values ('sweep-files', 'completed', clock_timestamp())`,
    ),
  );
  assert.deepEqual((await countJobs(database.reader)).broken, []);
});
