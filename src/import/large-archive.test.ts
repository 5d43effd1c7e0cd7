import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { manyMattermostMessages, mattermostFiles, mattermostTeam } from '../../tests/harness/mattermost-archive.ts';
import { Installation, programFile } from '../../tests/harness/program.ts';
import { manyMessages, slackTeam, writeFolder, zipOf } from '../../tests/harness/slack-archive.ts';
import { manyZulipMessages, tarOf, zulipTeam } from '../../tests/harness/zulip-archive.ts';

/** HUBBUB_IMPORT_MESSAGES=1000000 for the bound that the documents name. */
const MESSAGES = Number(process.env.HUBBUB_IMPORT_MESSAGES ?? 30_000);
const MAX_MIB = 600;

test(`${MESSAGES} messages are imported in ${MAX_MIB} MiB of memory`, { timeout: 3_600_000 }, (t) =>
  importLarge(t, 'slack', 'team.zip', async () => zipOf(manyMessages(slackTeam(), MESSAGES))),
);

test(`${MESSAGES} messages of Zulip, with people's rows, in as much`, { timeout: 3_600_000 }, (t) =>
  importLarge(t, 'zulip', 'team.tar.gz', async () => tarOf(manyZulipMessages(await zulipTeam(), MESSAGES))),
);

test(`${MESSAGES} messages of Mattermost, in one file without an order, in as much`, { timeout: 3_600_000 }, (t) =>
  importLarge(t, 'mattermost', 'team.zip', async () => {
    const { lines, files } = await mattermostTeam();
    return zipOf(mattermostFiles(manyMattermostMessages(lines, MESSAGES), files));
  }),
);

async function importLarge(t: TestContext, source: string, name: string, pack: () => Promise<Buffer>): Promise<void> {
  await using written = await writeFolder({ [name]: await pack() });
  const database = await createTestDatabase();
  await using installation = await Installation.create();
  const environment = { DATABASE_URL: database.connectionString };
  try {
    assert.equal((await installation.commandWith(environment, 'first-run')).code, 0);
    const file = path.join(written.folder, name);
    const options = ['--organization-name', 'Large', '--country', 'US', '--timezone', 'UTC'];
    const owner = ['--owner-email', 'olive@example.com', '--owner-name', 'Olive'];
    const password = ['--owner-password', 'correct horse battery staple'];
    const started = performance.now();
    const command = ['import', source, file, ...options, ...owner, ...password];
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
}
