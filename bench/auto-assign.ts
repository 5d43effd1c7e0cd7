import { benchOrganization } from './fill.ts';
import { listedTasks, positionRows } from './fill-fleet.ts';
import { type Bench, basic, type Comparison, compare } from './harness.ts';

const WORKERS = 10_000;
/** Tasks of today that each of them has already. */
const LISTED = 10;

/**
 * (d) `POST /tasks` with automatic assignment among 10,000 on-duty workers with ten tasks each, against the nearest-neighbour
 * query and one durable INSERT: while PostgreSQL takes the tables of tasks for empty, as on a first day, and when it knows them.
 */
export async function benchAutoAssign(bench: Bench): Promise<Comparison[]> {
  const organization = await benchOrganization(bench.core);
  await positionRows(bench, organization.organization_id, WORKERS);
  await listedTasks(bench, organization.organization_id, LISTED);
  await fetch(`${bench.bare}/statements/nearest`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({
      text: `select worker_id, lon, lat from dispatch.worker_positions
        where organization_id = $1 and on_duty order by ecef <-> $2::cube limit 5`,
      values: [organization.organization_id, '(-2703000, -4260000, 3886000)'],
    }),
  });
  const task = (n: number) => ({
    destination: {
      address: { number: String(n), street: 'Example Street', city: 'San Francisco', country: 'USA' },
      location: [-122.5 + (n % 97) / 200, 37.6 + (n % 89) / 300],
    },
    recipients: [],
    autoAssign: { mode: 'distance' },
  });
  const ours = (connections: number) => ({
    url: `${bench.hubbub}/api/v2/tasks`,
    method: 'POST' as const,
    headers: { ...basic(organization.dispatch.api_key, ''), 'content-type': 'application/json' },
    vary: (n: number) => ({ body: JSON.stringify(task(n)) }),
    connections,
  });
  const limit = (connections: number) => ({
    url: `${bench.bare}/statements/nearest/and-insert`,
    method: 'POST' as const,
    headers: { 'content-type': 'text/plain' },
    body: 'a task',
    connections,
  });
  const name = `create and assign a task among ${WORKERS} workers`;
  const unknown = await compare(`${name}, 8 connections, without statistics`, '0.6', ours(8), limit(8));
  await bench.admin.query('analyze');
  return [
    unknown,
    await compare(`${name}, 1 connection`, '0.6', ours(1), limit(1)),
    await compare(`${name}, 8 connections`, '0.6', ours(8), limit(8)),
  ];
}
