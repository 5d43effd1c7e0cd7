import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { planCost, sentStatements } from '../../../tests/harness/statements.ts';
import { containerId } from '../containers/container-id.ts';
import { cubeText } from '../geography/ecef.ts';

const WORKERS = 2000;
const LISTED = 10;
/** Rows and pages for ten workers nearby, and for what one of them has to do. */
const MOST = 700;

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

/** Workers on duty in a line, each with as many tasks. */
async function fill(client: pg.Client, organization: string): Promise<void> {
  const ids = Array.from({ length: WORKERS }, (_, n) => String(n).padStart(24, 'W'));
  const lons = ids.map((_, n) => n / 10_000);
  await client.query(
    `insert into dispatch.workers (organization_id, id, name, phone, on_duty, longitude, latitude, created_at, modified_at)
     select $1, id, 'Worker', '+1415' || (5000000 + n), true, lon, 0, now(), now()
     from unnest($2::text[], $3::float8[]) with ordinality as w (id, lon, n)`,
    [organization, ids, lons],
  );
  await client.query(
    `insert into dispatch.worker_positions (organization_id, worker_id, lon, lat, ecef, on_duty, at, last_seen_at)
     select $1, id, lon, 0, ecef::cube, true, now(), now() from unnest($2::text[], $3::float8[], $4::text[]) as w (id, lon, ecef)`,
    [organization, ids, lons, lons.map((lon) => cubeText([lon, 0]))],
  );
  await client.query(
    `insert into dispatch.containers (organization_id, id, type, owner_id, created_at, modified_at, task_count, last_position,
       first_lon, first_lat, last_lon, last_lat)
     select $1, c.id, 'WORKER', owner, now(), now(), $4, $4 * 1024, 0, 0, 0, 0 from unnest($2::text[], $3::text[]) as c (owner, id)`,
    [organization, ids, ids.map((id) => containerId(organization, 'WORKER', id)), LISTED],
  );
  await client.query(
    `insert into dispatch.destinations (organization_id, id, lon, lat, address, notes, metadata, warnings, geocoding, created_at, modified_at)
     select $1, 'D' || id, 0, 0, '{}', '', '[]', '{}', '{"layer": "given", "precision": "exact"}', now(), now()
     from unnest($2::text[]) as w (id)`,
    [organization, ids],
  );
  await client.query(
    `insert into dispatch.tasks (organization_id, id, short_id, created_at, modified_at, state, container_id, position, worker_id,
       creator, merchant, executor, destination_id, lon, lat, pickup_task, notes, quantity, additional_quantities, service_time,
       requirements, scan_only_required_barcodes, metadata)
     select $1, owner || n, owner || n, now(), now(), 1, c.id, n * 1024, owner, $1, $1, $1, 'D' || owner, 0, 0, false, '', 0,
       '{}', 5, '{}', false, '[]'
     from unnest($2::text[], $3::text[]) as c (owner, id), generate_series(1, $4::int) as n`,
    [organization, ids, ids.map((id) => containerId(organization, 'WORKER', id)), LISTED],
  );
}

test('an assignment reads as little where PostgreSQL takes the tables for empty as where it knows them', async () => {
  const { organization, task } = await startFleet(server);
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    for (const table of ['workers', 'worker_positions', 'containers', 'destinations', 'tasks'])
      await client.query(`alter table dispatch.${table} set (autovacuum_enabled = off)`);
    await client.query('vacuum analyze');
    await fill(client, organization);
    const create = () =>
      task({
        destination: {
          address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
          location: [0.05, 0],
        },
        autoAssign: { mode: 'distance' },
      });
    // Experience of how far apart workers are.
    for (let n = 0; n < 5; n++) await create();
    const sent = await sentStatements(create);
    const searches = sent.filter(({ text }) => /worker_positions p|\btimed as \(/.test(text));
    assert.equal(searches.length, 2, searches.map(({ text }) => text).join('\n\n'));
    // As in the transaction (planByIndexes).
    await client.query('set enable_seqscan = off');
    for (const statistics of ['of empty tables', 'fresh']) {
      if (statistics === 'fresh') await client.query('analyze');
      for (const statement of searches) {
        const { rows, pages } = await planCost(client, statement, 'generic');
        assert.ok(rows + pages < MOST, `${rows} rows, ${pages} pages, statistics ${statistics}: ${statement.text}`);
      }
    }
  } finally {
    await client.end();
  }
});
