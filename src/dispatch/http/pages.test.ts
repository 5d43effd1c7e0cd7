import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { newObjectId } from '../../platform/ids.ts';
import { pagesOf } from './pages.ts';

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

test('pages end with the list, or with as many as it may have', async () => {
  const list = async (count: number, most: number) => {
    const asked: number[] = [];
    const pages: number[][] = [];
    const read = async (from: number | undefined, limit: number) => {
      asked.push(limit);
      const next = (from ?? 0) + 1;
      return Array.from({ length: Math.min(limit, count - next + 1) }, (_, n) => next + n);
    };
    for await (const page of pagesOf<number, number>({ most, size: 4, read, present: (rows) => [...rows] }))
      pages.push(page);
    assert.deepEqual(
      pages.flat(),
      Array.from({ length: Math.min(count, most) }, (_, n) => n + 1),
    );
    return asked;
  };
  assert.deepEqual(await list(0, 100), [4]);
  assert.deepEqual(await list(3, 100), [4]);
  assert.deepEqual(await list(4, 100), [4, 4]);
  assert.deepEqual(await list(9, 100), [4, 4, 4]);
  assert.deepEqual(await list(100, 6), [4, 2]);
});

// Three of each are created at a time, so pages begin among equals.
const CREATED = `'2020-01-01'::timestamptz + n / 3 * interval '1 microsecond'`;
const tables = {
  teams: `insert into dispatch.teams (organization_id, id, name, metadata, created_at, modified_at)
    select $1, id, 'Team ' || n, $3::jsonb, ${CREATED}, now() from unnest($2::text[]) with ordinality as given (id, n)`,
  hubs: `insert into dispatch.hubs (organization_id, id, name, address, longitude, latitude, created_at, modified_at)
    select $1, id, 'Hub ' || n, $3::jsonb, 1, 2, ${CREATED}, now() from unnest($2::text[]) with ordinality as given (id, n)`,
  admins: `insert into dispatch.administrators
      (organization_id, id, type, email, email_key, name, metadata, created_at, modified_at)
    select $1, id, 'standard', id || '@couriers.example', id, 'Admin ' || n, $3::jsonb, ${CREATED}, now()
    from unnest($2::text[]) with ordinality as given (id, n)`,
};
const NOTE = [{ name: 'note', type: 'string', value: 'x', visibility: ['api'] }];
const ADDRESS = { number: '1', street: 'Dock', apartment: '', city: 'Port', state: '', postalCode: '', country: 'US' };

for (const [path, insert] of Object.entries(tables)) {
  test(`GET /${path} has each once over many pages, in the order of age`, async () => {
    const { dispatch, organization_id: organizationId } = await server.organization();
    const api = new DispatchClient(dispatch);
    const list = async () => ((await api.get(`/${path}`)).json as { id: string }[]).map(({ id }) => id);
    const first = await list();
    const ids = Array.from({ length: 1200 }, newObjectId);
    await database.query(insert, [organizationId, ids, JSON.stringify(path === 'hubs' ? ADDRESS : NOTE)]);
    const ordered: string[] = [];
    for (let n = 0; n <= ids.length; n += 3)
      // Numbers begin at 1, so the first moment has two of them.
      ordered.push(...ids.slice(Math.max(0, n - 1), n + 2).sort());
    assert.deepEqual(await list(), [...first, ...ordered]);
    if (path === 'hubs') return;
    const matches = await api.post(`/${path}/metadata`, [{ name: 'note', type: 'string', value: 'x' }]);
    assert.deepEqual(
      (matches.json as { id: string }[]).map(({ id }) => id),
      ordered.slice(0, 1000),
    );
  });
}
