import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { TestDirectory } from '../../../tests/harness/cells.ts';
import { until } from '../../../tests/harness/clients.ts';
import { fillEveryTable } from '../../../tests/harness/every-table.ts';
import type { TestServer } from '../../../tests/harness/server.ts';
import { type CreatedOrganization, delegateTasks } from '../../cli/organizations.ts';
import { doRevealWebhookSecrets } from '../../dispatch/webhooks/actions.ts';
import { examineMoves } from '../../pages/health/examine-moves.ts';
import type { Finding } from '../../pages/health/finding.ts';
import { sql } from '../../platform/db/sql.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { findMove } from '../../platform/moves/access.ts';
import { LEARNT_MS } from '../../platform/moves/settle-moves.ts';
import { isOpenOrganization } from '../../platform/organizations/hosts.ts';
import { commandWords } from '../../platform/texts/health-words.ts';
import { cancelMove, moveOrganization, planMove } from './move-organization.ts';
import { sumRows } from './row-queries.ts';
import { loadMovedTables } from './tables.ts';

const PUBLIC_URL = 'https://hubbub.example';
const CHANGED_AFTERWARDS = [
  ...['platform.log_heads', 'platform.event_log', 'platform.log_cursors'],
  ...['bridge.posts', 'bridge.commands'],
];

let directory: TestDirectory;
let west: TestServer & AsyncDisposable;
let east: TestServer & AsyncDisposable;

before(async () => {
  directory = await TestDirectory.start(PUBLIC_URL);
  west = await directory.cell('west');
  east = await directory.cell('east');
  // IDs of both cells begin at the same number.
  await east.organization({ name: 'Bolt Couriers' });
});
after(async () => {
  await west?.[Symbol.asyncDispose]();
  await east?.[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
});

const there = () => ({ source: west.services, target: east.services });
const hostOf = (org: CreatedOrganization) => new URL(org.chat.site).host;

/** Asks a cell as the organization's owner. */
async function ask(
  { url }: TestServer,
  org: CreatedOrganization,
  method: string,
  path: string,
  params: Record<string, unknown> = {},
) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const authorization = `Basic ${Buffer.from(`${org.chat.email}:${org.chat.api_key}`).toString('base64')}`;
  const query = method === 'GET' ? `?${form}` : '';
  const request = httpRequest(new URL(`/api/v1${path}${query}`, url), {
    method,
    headers: { authorization, host: hostOf(org), 'content-type': 'application/x-www-form-urlencoded' },
    agent: false,
  });
  request.end(method === 'GET' ? undefined : form.toString());
  const [response] = await once(request, 'response');
  const retryAfter = response.headers['retry-after'] as string | undefined;
  return { status: response.statusCode as number, retryAfter, json: JSON.parse(await text(response)) };
}

const send = (cell: TestServer, org: CreatedOrganization, content: string) =>
  ask(cell, org, 'POST', '/messages', { type: 'direct', to: [org.chat.user_id], content });

const query = (cell: TestServer, text: string) =>
  cell.services.database.transaction((tx) => tx.run(sql.once(sql`${sql.raw(text)}`)));

test('every row of every table moves, and is the same there', async () => {
  const { organization_id: id } = await west.organization({ name: 'Full Couriers' });
  await fillEveryTable(west.connectionString, id, 'moved');
  await assert.rejects(planMove(there(), { organizationId: id, to: 'east' }), /bound to others.*dispatch\.delegatees/s);
  await query(west, `delete from dispatch.delegatees where organization_id = '${id}'`);
  await query(west, `delete from platform.import_runs where organization_id = '${id}'`);
  await query(west, `update dispatch.tasks set ordered_by = null where organization_id = '${id}'`);
  const tables = await loadMovedTables(west.services.database.reader);
  const before = new Map<string, object>();
  for (const table of tables) before.set(table.name, await sumRows(west.services.database.reader, table, id));
  const planned = await planMove(there(), { organizationId: id, to: 'east' });
  assert.deepEqual(
    tables.map(({ name }) => name).filter((name) => !planned.some(({ table }) => table === name)),
    ['dispatch.delegatees', 'platform.import_runs'],
  );
  const moved = await moveOrganization(there(), { organizationId: id, to: 'east' });
  assert.equal(
    moved.rows,
    planned.reduce((sum, { rows }) => sum + rows, 0),
  );
  for (const table of tables) {
    // Opening it is an event, and from then on the bot does each minute what waits.
    if (CHANGED_AFTERWARDS.includes(table.name)) continue;
    assert.deepEqual(await sumRows(east.services.database.reader, table, id), before.get(table.name), table.name);
    assert.equal((await sumRows(west.services.database.reader, table, id)).rows, 0, table.name);
  }
});

test('keys, queues, secrets and files go on in the other cell, and the old one answers 421', async () => {
  const org = await west.organization({ name: 'Acme Couriers' });
  const { organization_id: id } = org;
  const queue = (await ask(west, org, 'POST', '/register', { event_types: ['message'] })).json;
  const first = (await send(west, org, 'before the move')).json;
  const file = path.join(west.services.config.dataDir, 'signature');
  await writeFile(file, 'signed by Mara');
  const key = `${id}/ab/${'ab'.repeat(12)}/original`;
  await fileStore(west.services).put(key, file);

  await moveOrganization(there(), { organizationId: id, to: 'east' });
  const here = await ask(west, org, 'GET', '/users/me');
  assert.deepEqual([here.status, here.json.cell], [421, 'east']);
  assert.equal((await ask(east, org, 'GET', '/users/me')).json.user_id, org.chat.user_id);
  const second = (await send(east, org, 'after the move')).json;
  assert.ok(second.id > first.id);
  const { events } = (
    await ask(east, org, 'GET', '/events', { queue_id: queue.queue_id, last_event_id: queue.last_event_id })
  ).json;
  assert.deepEqual(
    events.map(({ message }: { message: { id: number } }) => message.id),
    [first.id, second.id],
  );
  const secrets = await east.services.database.transaction((tx) => doRevealWebhookSecrets(tx, east.services.secrets), {
    organizationId: id,
  });
  assert.equal(secrets.secret, org.dispatch.webhook_secret);
  assert.equal(await text(await fileStore(east.services).read(key)), 'signed by Mara');
  assert.equal(await fileStore(west.services).stat(key), undefined);
  for (const cell of [west, east]) assert.equal((await findMove(cell.services.database.reader, id))!.state, 'cleaned');
  await assert.rejects(
    moveOrganization(there(), { organizationId: id, to: 'east' }),
    /The organization has moved to the cell east already\./,
  );

  // And back: what both cells have of the first move is in nobody's way.
  await moveOrganization({ source: east.services, target: west.services }, { organizationId: id, to: 'west' });
  assert.equal((await ask(east, org, 'GET', '/users/me')).status, 421);
  assert.equal((await ask(west, org, 'GET', `/messages/${second.id}`)).json.message.id, second.id);
});

test('a write behind the switch is refused, to be tried again, whatever it has seen before', async () => {
  const org = await west.organization({ name: 'Late Couriers' });
  const { organization_id: id } = org;
  const reached = Promise.withResolvers<void>();
  const statuses = new Set<number>();
  let polling: Promise<void> = Promise.resolve();
  const poll = async () => {
    while (!statuses.has(200)) statuses.add((await ask(east, org, 'GET', '/users/me')).status);
  };
  let late: Promise<unknown> = Promise.resolve();
  let answer: Awaited<ReturnType<typeof send>> | undefined;
  await moveOrganization(there(), {
    organizationId: id,
    to: 'east',
    async say(state) {
      if (state === 'fenced') {
        polling = poll();
        const seen = Promise.withResolvers<void>();
        late = west.services.database.transaction(
          async (tx) => {
            await tx.all(sql`select from platform.organizations where id = ${id}`);
            seen.resolve();
            await reached.promise;
            await tx.run(sql`update platform.organizations set modified_at = now() where id = ${id}`);
          },
          { snapshot: true },
        );
        late.catch(() => undefined);
        await seen.promise;
      }
      if (state !== 'switched') return;
      reached.resolve();
      await assert.rejects(late, { code: 'HB421' });
      answer = await send(west, org, 'to nobody');
    },
  });
  await polling;
  // There is no moment in which the key is unknown, and a client would give up.
  assert.deepEqual([...statuses], [421, 200]);
  assert.deepEqual([answer!.status, answer!.retryAfter], [503, '1']);
  assert.match(answer!.json.msg, /moving to another server/);
  const got = await ask(east, org, 'GET', '/messages', { anchor: 'newest', num_before: 9, num_after: 0 });
  assert.ok(!JSON.stringify(got.json).includes('to nobody'));
});

test('a table that the target has changed meanwhile is copied anew', async () => {
  const org = await west.organization({ name: 'Mended Couriers' });
  const { organization_id: id } = org;
  const { id: sent } = (await send(west, org, 'mended')).json;
  const halfWay = (state: string) => {
    if (state === 'fenced') throw new Error('half-way');
  };
  await assert.rejects(moveOrganization(there(), { organizationId: id, to: 'east', say: halfWay }), /half-way/);
  await query(east, `delete from chat.messages where organization_id = '${id}'`);
  await moveOrganization(there(), { organizationId: id, to: 'east' });
  assert.equal((await ask(east, org, 'GET', `/messages/${sent}`)).json.message.content, '<p>mended</p>');
});

test('a move that is given up leaves the organization as it was, and can be begun again', async () => {
  const org = await west.organization({ name: 'Staying Couriers' });
  const { organization_id: id } = org;
  const options = { organizationId: id, to: 'east' };
  await assert.rejects(cancelMove(there(), options), /The organization is not moving there\./);
  const halfWay = (state: string) => {
    if (state === 'fenced') throw new Error('half-way');
  };
  await assert.rejects(moveOrganization(there(), { ...options, say: halfWay }), /half-way/);
  assert.equal((await ask(east, org, 'GET', '/users/me')).status, 421);
  // As a command leaves it that is killed while it gives up.
  await query(west, `delete from platform.organization_moves where id = '${id}'`);
  await cancelMove(there(), options);
  await assert.rejects(moveOrganization(there(), { ...options, say: halfWay }), /half-way/);
  await cancelMove(there(), options);
  for (const table of await loadMovedTables(east.services.database.reader))
    assert.equal((await sumRows(east.services.database.reader, table, id)).rows, 0, table.name);
  const triggers = await west.services.database.reader.all(sql`
    select from pg_trigger where tgname like ${`move_${id}%`}`);
  assert.deepEqual(triggers, []);
  const { id: sent } = (await send(west, org, 'still here')).json;
  await moveOrganization(there(), options);
  assert.equal((await ask(east, org, 'GET', `/messages/${sent}`)).json.message.content, '<p>still here</p>');
});

test('an unfinished move is reported in both cells, with the command that continues it', async () => {
  const org = await west.organization({ name: 'Halted Couriers' });
  const { organization_id: id } = org;
  const options = { organizationId: id, to: 'east' };
  const stopAt = (where: string) =>
    assert.rejects(
      moveOrganization(there(), {
        ...options,
        say(state) {
          if (state === where) throw new Error('killed');
        },
      }),
      /killed/,
    );
  const findingOf = async ({ services }: TestServer) => {
    const [{ state, detail }] = (await examineMoves(services, commandWords())) as [Finding];
    return `${state}: ${detail}`;
  };
  const metricsOf = async ({ url }: TestServer) => (await fetch(`${url}/metrics`)).text();

  assert.equal(await findingOf(west), 'ok: no unfinished move');
  assert.match(await metricsOf(west), /^hubbub_organization_move_oldest_seconds 0$/m);
  await stopAt('fenced');
  assert.match(
    await findingOf(west),
    new RegExp(
      `^warn: .*${id} is moving to the cell east: copying since 20.*hubbub org move ${id} --to east .*--cancel$`,
    ),
  );
  assert.match(
    await findingOf(east),
    new RegExp(`^warn: .*${id} is coming from the cell west: .*in that cell with: hubbub org move ${id} --to east .*`),
  );
  west.clock.advance(2 * 3_600_000);
  assert.match(await metricsOf(west), /^hubbub_organization_moves_unfinished\{direction="out",state="copying"\} 1$/m);
  assert.match(await metricsOf(west), /^hubbub_organization_move_oldest_seconds 72\d\d/m);
  assert.match(await metricsOf(east), /^hubbub_organization_moves_unfinished\{direction="in",state="copying"\} 1$/m);

  await stopAt('switched');
  assert.match(
    await findingOf(west),
    new RegExp(`^warn: .*${id} has moved to the cell east, and its rows are still here`),
  );
  await until(() => isOpenOrganization(east.services.database.reader, id), 'the target to open it');
  assert.match(
    await findingOf(east),
    new RegExp(`^warn: .*${id} has come from the cell west, which still has its rows`),
  );
  // Its rows may remain here for days: no job may stumble over them.
  const nightWalk = () => query(west, `delete from platform.audit_log where organization_id = '${id}'`);
  await assert.rejects(nightWalk(), /has moved to another cell/);
  west.clock.advance(LEARNT_MS);
  await until(async () => !(await isOpenOrganization(west.services.database.reader, id)), 'the source to shut it');
  await nightWalk();
  await assert.rejects(
    query(west, `update platform.people set email = email where organization_id = '${id}'`),
    /has moved to another cell/,
  );
  await moveOrganization(there(), options);
  for (const cell of [west, east]) assert.equal(await findingOf(cell), 'ok: no unfinished move');
});

test('what cannot be moved is refused before anything is written', async () => {
  const { organization_id: id } = await west.organization({ name: 'Tied Couriers' });
  const other = await west.organization({ name: 'Merchant' });
  const { source, target } = there();
  const refused = (cells: typeof source | undefined, to: string, organizationId = id) =>
    assert.rejects.bind(undefined, planMove({ source, target: cells ?? target }, { organizationId, to }));
  await refused(undefined, 'north')(/The settings of the target are not those of the cell north\./);
  await refused(source, 'west')(/This cell is west itself\./);
  // Settings without DATA_DIR mean the folder of whoever runs the command, whose files are deleted at the end.
  const { dataDir } = source.config;
  const inOneFolder: typeof source = Object.create(target, { config: { value: { ...target.config, dataDir } } });
  await refused(inOneFolder, 'east')(/Both cells keep their files in the same place\./);
  await refused(undefined, 'east', 'nobody')(/There is no organization nobody\./);
  await delegateTasks(source, { organization: other.organization_id, to: id, fulfillment: false });
  await refused(undefined, 'east')(/bound to others of this cell by rows of dispatch\.delegatees/);
  assert.equal(await findMove(source.database.reader, id), undefined);
});
