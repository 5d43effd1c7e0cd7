import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { MAX_MATCHES } from '../metadata/metadata-query.ts';
import { MAX } from './quotas.ts';

test('an organization has as many of a kind as its lists can give, and metadata queries have an end', async () => {
  await using server = await startTestServer();
  const { api, north, organization } = await startFleet(server);
  const [owner] = (await api.get('/admins')).json;
  const metadata = [{ name: 'bulk', type: 'string', value: 'yes' }];
  const fill = (table: string, columns: string, values: string, most: number, missing: number) =>
    server.services.database.transaction((tx) =>
      tx.run(sql`
        insert into ${sql.raw(`dispatch.${table} (organization_id, id, created_at, modified_at, ${columns})`)}
        select ${organization}, lpad(n::text, 24, 'x'), now(), now(), ${sql.raw(values)}
        from generate_series(${missing}::int, ${most}::int) n`),
    );
  const bulk = `'${JSON.stringify(metadata.map((item) => ({ ...item, visibility: ['api'] })))}'`;
  // One of each is there already, but of hubs and workers; the last place stays free.
  await fill('teams', 'name, metadata', `'t' || n, ${bulk}`, MAX.teams - 1, 2);
  await fill('administrators', 'type, email, email_key, name', `'standard', n, n, n`, MAX.administrators - 1, 2);
  await fill('hubs', 'name, address, longitude, latitude', `n, '{}', 0, 0`, MAX.hubs - 1, 1);
  await fill('workers', 'name, phone', `n, n`, MAX.workers - 1, 1);
  const creations: [string, (n: number) => object][] = [
    ['/teams', (n) => ({ name: `team ${n}`, workers: [], managers: [owner.id] })],
    ['/admins', (n) => ({ name: 'Dana', email: `dana${n}@couriers.example` })],
    ['/hubs', () => ({ name: 'Depot', ...destinationAt() })],
    ['/workers', (n) => ({ name: 'Wendy', phone: `+1415555014${n}`, teams: [north] })],
  ];
  for (const [path, body] of creations) {
    assert.equal((await api.post(path, body(1))).status, 200, path);
    const refused = await api.post(path, body(2));
    assert.deepEqual([refused.status, refused.json.message.error], [400, 1000], path);
    assert.match(refused.json.message.cause, /at most/);
  }
  assert.equal((await api.get('/teams')).json.length, MAX.teams);
  assert.equal((await api.get('/admins')).json.length, MAX.administrators);
  assert.equal((await api.post('/teams/metadata', metadata)).json.length, MAX_MATCHES);
});
