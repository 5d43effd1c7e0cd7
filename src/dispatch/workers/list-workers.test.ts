import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { RawConnection } from '../../../tests/harness/raw.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { newObjectId } from '../../platform/ids.ts';

const COUNT = 2500;
/** Pages that so many workers have. */
const PAGES = 10;

let server: TestServer & AsyncDisposable;
let database: pg.Client;
before(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.connectionString });
  await database.connect();
});
after(async () => {
  await database.end();
  await server[Symbol.asyncDispose]();
});

/** An organization with many workers, three of them created at a time, each with a note of so many characters. */
async function fleet(note = 10) {
  const { dispatch, organization_id: organizationId } = await server.organization();
  const ids = Array.from({ length: COUNT }, newObjectId);
  await database.query(
    `insert into dispatch.workers (organization_id, id, name, phone, on_duty, metadata, created_at, modified_at)
     select $1, id, 'Worker ' || n, '+1415' || (5550000 + n), n % 2 = 0,
       jsonb_build_array(jsonb_build_object('name', 'note', 'type', 'string', 'value', repeat('x', $3::int),
         'visibility', '["api"]'::jsonb)),
       '2020-01-01'::timestamptz + n / 3 * interval '1 microsecond', now()
     from unnest($2::text[]) with ordinality as w (id, n)`,
    [organizationId, ids, note],
  );
  const { rows } = await database.query<{ id: string }>(
    'select id from dispatch.workers where organization_id = $1 order by created_at, id',
    [organizationId],
  );
  const api = new DispatchClient({ ...dispatch, url: server.url });
  return { organizationId, api, key: dispatch.api_key, ids: rows.map(({ id }) => id) };
}

test('a list of many pages has each worker once, the oldest first', async () => {
  const { api, ids, organizationId } = await fleet();
  const list = async (query = '') => {
    const answer = await api.get(`/workers${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Record<string, unknown>[];
  };
  const whole = await list();
  assert.deepEqual(
    whole.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(
    await list('?filter=id,name'),
    whole.map(({ id, name }) => ({ id, name })),
  );
  assert.deepEqual(
    await list('?states=1'),
    whole.filter(({ onDuty }) => onDuty),
  );
  assert.deepEqual(
    await list('?phones=%2B14155550001,4155552500,%2B14155559999'),
    whole.filter(({ phone }) => phone === '+14155550001' || phone === '+14155552500'),
  );
  const [owner] = (await api.get('/admins')).json;
  const members = ids.filter((_, n) => n % 5 > 0);
  const team = (await api.post('/teams', { name: 'North', managers: [owner.id], workers: members })).json.id;
  const inTeam = await list(`?teams=${team}&filter=id,teams`);
  assert.deepEqual(
    inTeam,
    members.map((id) => ({ id, teams: [team] })),
  );
  // Exactly as many as pages hold, and none at all.
  await database.query(`delete from dispatch.workers where organization_id = $1 and id <> all($2)`, [
    organizationId,
    ids.slice(0, 500),
  ]);
  assert.equal((await list()).length, 500);
  assert.deepEqual(await list('?states=2'), []);
  assert.equal((await api.get('/workers?states=7')).json.message.error, 1000);
});

test('a client that reads slowly has the server read no further than it takes', async (t) => {
  const { api, ids, key, organizationId } = await fleet(16_000);
  const reads = t.mock.method(server.services.database.reader, 'all', server.services.database.reader.all);
  const pagesRead = () =>
    reads.mock.calls.filter(({ arguments: [statement] }) => statement.strings.join('').includes('createdAtText'))
      .length;
  const slow = await RawConnection.open(server.url);
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  slow.send(
    `GET /api/v2/workers HTTP/1.1\r\nHost: hubbub\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
  );
  await until(() => pagesRead() >= 2);
  assert.equal((await api.get('/workers')).json.length, COUNT);
  const taken = pagesRead() - PAGES;
  assert.ok(taken < PAGES - 1, `${taken} of ${PAGES} pages were read for a client that had taken nothing`);

  // A change before the read is in the list; nobody appears twice.
  await database.query('delete from dispatch.workers where organization_id = $1 and id = any($2)', [
    organizationId,
    [ids[0], ids.at(-2)],
  ]);
  const created = newObjectId();
  await database.query(
    `insert into dispatch.workers (organization_id, id, name, phone, created_at, modified_at)
     values ($1, $2, 'Nora New', '+14152530113', now(), now())`,
    [organizationId, created],
  );
  const answer = await slow.listen().ended();
  const json = answer.slice(answer.indexOf('\r\n\r\n') + 4).replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '');
  const listed = (JSON.parse(json.trim()) as { id: string }[]).map(({ id }) => id);
  assert.equal(listed.join(), [...ids.filter((id) => id !== ids.at(-2)), created].join());
});

test('a client that goes away in the middle leaves nothing behind', async (t) => {
  const { key } = await fleet(16_000);
  const reads = t.mock.method(server.services.database.reader, 'all', server.services.database.reader.all);
  const connections = () =>
    new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
  const others = await connections();
  const leaving = await RawConnection.open(server.url);
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  leaving.send(`GET /api/v2/workers HTTP/1.1\r\nHost: hubbub\r\nAuthorization: ${authorization}\r\n\r\n`);
  await until(() => reads.mock.callCount() > 2);
  leaving.close();
  await until(async () => (await connections()) <= others);
  assert.ok(reads.mock.callCount() < 3 * PAGES);
});

test('what fails before the list begins is told as an error, later it has no end', async (t) => {
  const { api } = await fleet();
  const { reader } = server.services.database;
  const all = reader.all.bind(reader);
  let page = 0;
  let failing = 2;
  t.mock.method(reader, 'all', (statement: Parameters<typeof all>[0]) => {
    if (statement.strings.join('').includes('createdAtText') && ++page === failing)
      return Promise.reject(new Error('the connection was lost'));
    return all(statement);
  });
  const refused = await api.get('/workers');
  assert.deepEqual([refused.status, refused.json.message.error], [500, 2500]);
  page = 0;
  failing = 4;
  await assert.rejects(api.get('/workers'));
  assert.equal(server.errors.splice(0).length, 2);
});
