import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { Installation, programFile } from '../harness/program.ts';
import { startTestServer } from '../harness/server.ts';

/** More than two batches of 500 tasks. */
const TASKS = 1200;

test('an import of a fleet that is killed twice is gone on with by the same command', {
  timeout: 600_000,
}, async () => {
  await using source = await startTestServer();
  const { api, north, container } = await startFleet(source);
  for (let made = 0; made < TASKS; made += 400) {
    const tasks = Array.from({ length: 400 }, () => ({
      ...{ destination: destinationAt(), container: { type: 'TEAM', team: north } },
    }));
    assert.deepEqual((await api.post('/tasks/batch', { tasks })).json.errors, []);
  }
  const list = await container('teams', north);

  const key = Buffer.from(api.authorization.slice('Basic '.length), 'base64').toString().slice(0, -1);
  const database = await createTestDatabase();
  await using installation = await Installation.create();
  const environment = { DATABASE_URL: database.connectionString };
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await client.connect();
    assert.equal((await installation.commandWith(environment, 'first-run')).code, 0);
    const keyFile = path.join(installation.dataDir, 'key');
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
    const importing = ['import', 'onfleet', '--url', api.url];
    const founding = [
      ...[
        '--organization-name',
        'Moved',
        '--country',
        'US',
        '--timezone',
        'UTC',
        '--owner-email',
        'olive@moved.example',
      ],
      ...['--owner-name', 'Olive', '--owner-password', 'correct horse battery staple'],
    ];
    const position = async (): Promise<number> =>
      (await client.query('select position::int from platform.organization_imports')).rows[0]?.position ?? -1;

    const keyless = await installation.commandWith(environment, ...importing, '--dry-run');
    assert.deepEqual(
      [keyless.code, keyless.stderr.trim()],
      [1, 'The API key is missing. Give --key-file or set ONFLEET_KEY.'],
    );
    const wrong = await installation.commandWith({ ...environment, ONFLEET_KEY: 'wrong' }, ...importing, ...founding);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /does not accept the key/);
    const dry = await installation.commandWith(
      { ...environment, ONFLEET_KEY: key },
      ...importing,
      ...['--dry-run', '--json', '--owner-email', 'olive@moved.example'],
    );
    assert.equal(dry.code, 0, dry.stderr);
    assert.equal(await position(), -1);

    const command = [process.execPath, programFile, ...importing, '--key-file', keyFile, ...founding];
    for (let kills = 0; kills < 2; kills++) {
      const before = await position();
      const run = installation.spawn(environment, command);
      await until(async () => (await position()) > before || run.child.exitCode !== null, 'it goes on', 120);
      await run.end('SIGKILL');
    }
    const last = await installation.commandWith(environment, ...importing, '--key-file', keyFile, '--json');
    assert.equal(last.code, 0, last.stderr);
    const { rows } = await client.query(
      `
      select t.id from dispatch.tasks t join dispatch.containers c on c.id = t.container_id where c.owner_id = $1
      order by t.position`,
      [north],
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      list,
    );
    const { rows: counts } = await client.query(
      `
      select (select task_count from dispatch.containers where owner_id = $1) as listed,
        (select count(*)::int from platform.organizations where importing_since is null) as open,
        (select count(*)::int from platform.organization_imports where ended_at is null) as unended`,
      [north],
    );
    assert.deepEqual(counts[0], { listed: TASKS, open: 1, unended: 0 });
    const traces = [dry, wrong, last].map(({ stdout, stderr }) => stdout + stderr).join();
    assert.ok(!traces.includes(key));
  } finally {
    await client.end();
    await database.drop();
  }
});
