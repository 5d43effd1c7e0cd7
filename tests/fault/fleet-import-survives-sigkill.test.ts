import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { Installation, programFile } from '../harness/program.ts';
import { randomNumbers } from '../harness/random.ts';
import { startTestServer } from '../harness/server.ts';

/** Kills of a run; HUBBUB_IMPORT_KILLS=20 for the long one. */
const KILLS = Number(process.env.HUBBUB_IMPORT_KILLS ?? 2);
/** The moments of the kills follow from it: `SEED=…` for others. */
const SEED = Number(process.env.SEED ?? 34);
/** Several batches of 500, and no more pages to read again after each kill than need be. */
const TASKS = Math.max(1600, 200 * KILLS);

/** Whatever an import writes of a fleet, without what each server has of its own. */
async function contentOf(client: pg.Client): Promise<string> {
  const hash = createHash('sha256');
  for (const query of [
    `select t.id, t.short_id, t.state, t.notes, t.worker_id, t.recipient_id, t.destination_id, t.created_at::text, c.type,
       row_number() over (partition by t.container_id order by t.position) as place
     from dispatch.tasks t join dispatch.containers c on c.organization_id = t.organization_id and c.id = t.container_id
     order by t.id`,
    'select type, task_count, active_task, route_mm from dispatch.containers order by type, id',
    'select id, name, phone, capacity, vehicle, account_status from dispatch.workers order by id',
    'select id, name, phone, notes from dispatch.recipients order by id',
    'select id, lon, lat, address from dispatch.destinations order by id',
    'select name from dispatch.teams order by 1',
    'select count(*)::int from dispatch.team_workers',
    'select count(*)::int from platform.people',
    'select done::int, total::int, phase from platform.import_runs',
  ])
    for (const row of (await client.query(query)).rows) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}

test(`an import of a fleet that is killed ${KILLS} times ends as one that nobody disturbs`, {
  timeout: 900_000,
}, async () => {
  const random = randomNumbers(SEED);
  await using source = await startTestServer();
  const { api, north, container, worker } = await startFleet(source);
  const { id: dora } = await worker();
  for (let made = 0; made < TASKS; made += 400) {
    const tasks = Array.from({ length: 400 }, (_, n) => ({
      ...{ destination: destinationAt(), notes: `${made + n}` },
      // A list of a worker grows slowly: each task that joins it is estimated behind all others.
      container: n % 20 === 0 ? { type: 'WORKER', worker: dora } : { type: 'TEAM', team: north },
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
      ...'--organization-name Moved --country US --timezone UTC --owner-email olive@moved.example'.split(' '),
      ...['--owner-name', 'Olive', '--owner-password', 'correct horse battery staple'],
    ];
    const position = async (): Promise<number> =>
      (await client.query('select position::int from platform.organization_imports')).rows[0]?.position ?? -1;

    const done = async (): Promise<number> =>
      (await client.query('select done::int from platform.import_runs')).rows[0]?.done ?? -1;
    const isEnded = async (): Promise<boolean> =>
      (await client.query('select from platform.organization_imports where ended_at is not null')).rows.length > 0;

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
    let kills = 0;
    for (; kills < KILLS && !(await isEnded()); kills++) {
      await client.query('update platform.import_runs set done = -1');
      const run = installation.spawn(environment, command);
      // Each kill comes later in the import: what is there already is looked at before.
      const moment = ((kills + random()) / (KILLS + 1)) * TASKS;
      await until(async () => (await done()) >= moment || run.child.exitCode !== null, 'it goes on', 120);
      // Within a transaction, or between two.
      await new Promise((resolve) => setTimeout(resolve, random() * 150));
      await run.end('SIGKILL');
    }
    assert.ok(kills > KILLS / 2, `the import ended after ${kills} kills: it needs more tasks`);
    const wasEnded = await isEnded();
    const last = await installation.commandWith(environment, ...importing, '--key-file', keyFile, '--json');
    assert.equal(last.code, wasEnded ? 1 : 0, last.stderr);
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
    assert.deepEqual(counts[0], { listed: list.length, open: 1, unended: 0 });
    assert.equal(
      await contentOf(client),
      await undisturbed(installation, [...importing, '--key-file', keyFile, ...founding]),
    );
    const traces = [dry, wrong, last].map(({ stdout, stderr }) => stdout + stderr).join();
    assert.ok(!traces.includes(key));
  } finally {
    await client.end();
    await database.drop();
  }
});

/** Imports once, into another database. @returns its content */
async function undisturbed(installation: Installation, importing: readonly string[]): Promise<string> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await client.connect();
    const environment = { DATABASE_URL: database.connectionString };
    assert.equal((await installation.commandWith(environment, 'first-run')).code, 0);
    const run = await installation.commandWith(environment, ...importing);
    assert.equal(run.code, 0, run.stderr);
    return await contentOf(client);
  } finally {
    await client.end();
    await database.drop();
  }
}
