/** Two versions at once on one database: the old one serves while the new one changes the tables beside it, both serve, the old one stops. */

import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { VERSION } from '../../src/platform/version.ts';
import { type Answer, ChatClient, DispatchClient, until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { destinationAt } from '../harness/fleet.ts';
import { Installation, type Program } from '../harness/program.ts';
import { FakeS3 } from '../harness/s3.ts';
import { FIXTURE_KEY } from './fixture.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A column more in every table, and their locks held for a second: whatever reads `*`, or waits badly, shows. */
const ADDITION = `
  do $$ declare
    names text[] := array(select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('platform', 'chat', 'dispatch', 'bridge') and relkind in ('r', 'p') and not relispartition order by 1);
    name text;
  begin
    execute 'lock table ' || array_to_string(names, ', ');
    foreach name in array names loop execute format('alter table %s add column of_next_version text', name); end loop;
  end $$;
  select pg_sleep(1);`;

/** The sources with one migration more, as a release that comes after the one before it. */
async function makeVersion(version: string, releaseBefore: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-next-version-'));
  after(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['rules', 'src']) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version, releaseBefore }));
  for (const name of ['docs', 'node_modules', 'texts', 'web'])
    await symlink(path.join(root, name), path.join(folder, name));
  await writeFile(path.join(folder, 'src/platform/migrations/9999-of-next-version.sql'), ADDITION);
  return path.join(folder, 'src/main.ts');
}

test('an old and a new version serve from the same tables', { timeout: 600_000 }, async () => {
  const database = await createTestDatabase();
  after(() => database.drop());
  const s3 = await FakeS3.start();
  after(() => s3.stop());
  const settings = { DATABASE_URL: database.connectionString, SECRET_KEY: FIXTURE_KEY, ...s3.environment };
  await using oldPlace = await Installation.create();
  await using newPlace = await Installation.create();
  const [nextVersion, jumpingVersion, made] = await Promise.all([
    makeVersion('99.1.0', VERSION),
    makeVersion('99.2.0', '99.1.0'),
    oldPlace.commandWith(
      settings,
      ...['org', 'create', '--name', 'Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles', '--json'],
      ...['--owner-email', 'o@couriers.example', '--owner-name', 'Olive', '--owner-password', 'correct horse battery'],
    ),
  ]);
  assert.equal(made.code, 0, made.stderr);
  const organization = JSON.parse(made.stdout);
  const at = ({ url }: Program) => ({
    chat: new ChatClient({ ...organization.chat, site: url }),
    dispatch: new DispatchClient({ ...organization.dispatch, url }),
  });
  const old = await oldPlace.start(settings);
  // One that jumps over a release, a command of it too, leaves the tables as the old one knows them.
  for (const args of [[], ['org', 'list']]) {
    const jumping = newPlace.spawn(settings, [process.execPath, jumpingVersion, ...args]);
    assert.equal((await jumping.end('SIGCONT')).code, 1);
    assert.match(
      jumping.output(),
      new RegExp(`^Another process \\(${old.child.pid} on \\S+\\) is version ${VERSION}, and this is 99\\.2\\.0\\. `),
    );
  }
  const oldSide = at(old);
  const channel = await ok(
    oldSide.chat.post('/channels/create', { name: 'yard', subscribers: [organization.chat.user_id] }),
  );

  const statuses: string[] = [];
  const stop = new AbortController();
  const stream = (side: ReturnType<typeof at>) => dense(side, channel.id, stop.signal, statuses);
  const streams = [stream(oldSide)];
  // Before the programs end, whatever fails.
  await using _ended = {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.allSettled(streams);
    },
  };
  const queue = await ok(oldSide.chat.post('/register', { event_types: ['message'] }));
  await until(() => statuses.length > 20, 'requests to flow');

  const next = newPlace.spawn(settings, [process.execPath, nextVersion]);
  await until(
    async () => {
      assert.equal(next.child.exitCode, null, next.output());
      return fetch(`${next.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    'the new version to serve',
    300,
  );
  const newSide = at(next);
  streams.push(stream(newSide));
  const before = statuses.length;
  await until(() => statuses.length > before + 60, 'both to serve');
  stop.abort();
  await Promise.all(streams);
  assert.deepEqual(
    statuses.filter((status) => status !== '200' && status !== '503, to be tried again'),
    [],
  );

  // What one of them takes, clients of the other one hear of, and the queue goes on where the old one has stopped.
  const newQueue = await ok(newSide.chat.post('/register', { event_types: ['message'] }));
  const receives = async (side: ReturnType<typeof at>, { queue_id, last_event_id }: typeof queue, content: string) => {
    let last = last_event_id;
    return until(async () => {
      const { events } = await ok(side.chat.get('/events', { queue_id, last_event_id: last, dont_block: true }));
      last = events.at(-1)?.id ?? last;
      return events.some((event: { message?: { content: string } }) => event.message?.content.includes(content));
    }, content);
  };
  const sendText = (side: ReturnType<typeof at>, content: string) =>
    ok(side.chat.post('/messages', { type: 'channel', to: channel.id, topic: 'gates', content }));
  await sendText(newSide, 'from the new one');
  await receives(oldSide, queue, 'from the new one');
  await sendText(oldSide, 'from the old one');
  await receives(newSide, newQueue, 'from the old one');
  assert.deepEqual(await old.end('SIGTERM'), { code: 0, signal: null });
  await sendText(newSide, 'after the old one');
  await receives(newSide, queue, 'after the old one');

  // It does not come back: it would take the tables for its own.
  const beside = await oldPlace.commandWith(settings, 'doctor');
  assert.match(beside.stderr, /^Another process \(\d+ on \S+\) is version 99\.1\.0, and this is /);
  assert.deepEqual(await next.end('SIGTERM'), { code: 0, signal: null });
  const again = await oldPlace.commandWith(settings, 'doctor');
  assert.match(
    again.stderr,
    /^The database is newer than this program \(\S+\), which does not know one change of its tables, the last one platform\/9999-of-next-version\.\n[^\n]+\n$/,
  );
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
async function ok(asked: Promise<Answer>): Promise<any> {
  const answer = await asked;
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Requests of many kinds, one after the other in each of several streams, until `stop`; how each was answered goes to `statuses`. */
async function dense(
  { chat, dispatch }: { chat: ChatClient; dispatch: DispatchClient },
  channel: number,
  stop: AbortSignal,
  statuses: string[],
): Promise<void> {
  let n = 0;
  const kinds: (() => Promise<Answer>)[] = [
    () => chat.post('/messages', { type: 'channel', to: channel, topic: `gate ${n++ % 5}`, content: 'open?' }),
    () => chat.get('/messages', { anchor: 'newest', num_before: 20, num_after: 0, narrow: [['channel', channel]] }),
    () => chat.post('/register', {}),
    () => dispatch.post('/tasks', { destination: destinationAt(), recipients: [], notes: 'ring twice' }),
    () => dispatch.get('/tasks/all?from=0'),
  ];
  await Promise.all(
    kinds.map(async (ask) => {
      while (!stop.aborted) {
        const { status, headers, text } = await ask();
        const isToBeTried = status === 503 && Number(headers.get('retry-after')) > 0;
        statuses.push(
          isToBeTried ? '503, to be tried again' : status === 200 ? '200' : `${status} ${text.slice(0, 300)}`,
        );
      }
    }),
  );
}
