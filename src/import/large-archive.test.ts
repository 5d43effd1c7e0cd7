import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { Installation, programFile } from '../../tests/harness/program.ts';
import { manyMessages, slackTeam, writeFolder, zipOf } from '../../tests/harness/slack-archive.ts';

/** HUBBUB_IMPORT_MESSAGES=1000000 for the bound that the documents name. */
const MESSAGES = Number(process.env.HUBBUB_IMPORT_MESSAGES ?? 30_000);
const MAX_MIB = 600;

test(`${MESSAGES} messages are imported in ${MAX_MIB} MiB of memory`, { timeout: 3_600_000 }, async (t) => {
  await using written = await writeFolder({ 'team.zip': zipOf(manyMessages(slackTeam(), MESSAGES)) });
  const database = await createTestDatabase();
  await using installation = await Installation.create();
  const environment = { DATABASE_URL: database.connectionString };
  try {
    assert.equal((await installation.commandWith(environment, 'first-run')).code, 0);
    const file = path.join(written.folder, 'team.zip');
    const options = ['--organization-name', 'Large', '--country', 'US', '--timezone', 'UTC'];
    const owner = ['--owner-email', 'olive@example.com', '--owner-name', 'Olive'];
    const password = ['--owner-password', 'correct horse battery staple'];
    const started = performance.now();
    const command = ['import', 'slack', file, ...options, ...owner, ...password];
    const program = installation.spawn(environment, [process.execPath, programFile, ...command]);
    let highest = 0;
    while (program.child.exitCode === null && program.child.signalCode === null) {
      const status = await readFile(`/proc/${program.child.pid}/status`, 'utf8').catch(() => '');
      highest = Math.max(highest, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.equal(program.child.exitCode, 0, program.output());
    const seconds = (performance.now() - started) / 1000;
    t.diagnostic(`${Math.round(highest)} MiB, ${Math.round(MESSAGES / seconds)} messages a second`);
    assert.ok(highest < MAX_MIB, `${highest} MiB`);
  } finally {
    await database.drop();
  }
});
