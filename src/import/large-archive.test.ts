import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
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

test(`${MESSAGES} messages of Hubbub itself are exported and imported in as much`, { timeout: 3_600_000 }, (t) =>
  inInstallation(async (run, folder) => {
    const archive = path.join(folder, 'team.zip');
    await writeFile(archive, zipOf(manyMessages(slackTeam(), MESSAGES)));
    const { output } = await run('import', 'slack', archive, ...FOUNDING, '--json');
    const { organization_id: id } = JSON.parse(output.slice(output.indexOf('{'))) as { organization_id: string };
    const file = path.join(folder, 'export.zip');
    report(t, 'export', await run('org', 'export', file, '--organization', id));
    report(t, 'import', await run('import', 'hubbub', file));
  }),
);

const FOUNDING = [
  ...['--organization-name', 'Large', '--country', 'US', '--timezone', 'UTC'],
  ...['--owner-email', 'olive@example.com', '--owner-name', 'Olive'],
  ...['--owner-password', 'correct horse battery staple'],
];

function importLarge(t: TestContext, source: string, name: string, pack: () => Promise<Buffer>): Promise<void> {
  return inInstallation(async (run, folder) => {
    const file = path.join(folder, name);
    await writeFile(file, await pack());
    report(t, 'import', await run('import', source, file, ...FOUNDING));
  });
}

/** A command that has ended. */
interface Ran {
  seconds: number;
  /** The most that it held in memory. */
  mib: number;
  output: string;
}

type RunCommand = (...command: string[]) => Promise<Ran>;

/** Holds a command to its memory. */
function report(t: TestContext, what: string, { seconds, mib }: Ran): void {
  t.diagnostic(`${what}: ${Math.round(mib)} MiB, ${Math.round(MESSAGES / seconds)} messages a second`);
  assert.ok(mib < MAX_MIB, `${mib} MiB`);
}

async function inInstallation(work: (run: RunCommand, folder: string) => Promise<void>): Promise<void> {
  await using written = await writeFolder({});
  const database = await createTestDatabase();
  await using installation = await Installation.create();
  const environment = { DATABASE_URL: database.connectionString };
  try {
    assert.equal((await installation.commandWith(environment, 'first-run')).code, 0);
    await work((...command) => runCommand(installation, environment, command), written.folder);
  } finally {
    await database.drop();
  }
}

async function runCommand(
  installation: Installation,
  environment: Record<string, string>,
  command: readonly string[],
): Promise<Ran> {
  const started = performance.now();
  const program = installation.spawn(environment, [process.execPath, programFile, ...command]);
  let mib = 0;
  while (program.child.exitCode === null && program.child.signalCode === null) {
    const status = await readFile(`/proc/${program.child.pid}/status`, 'utf8').catch(() => '');
    mib = Math.max(mib, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(program.child.exitCode, 0, program.output());
  return { seconds: (performance.now() - started) / 1000, mib, output: program.output() };
}
