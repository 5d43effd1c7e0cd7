import { createOrganization } from '../src/cli/organizations.ts';
import { createCredential } from '../src/platform/credentials/credentials.ts';
import { positionRows } from './fill-fleet.ts';
import { type Bench, type Comparison, compare } from './harness.ts';

const WORKERS = 2000;

/** Position reports of 2,000 workers over HTTP, against a bare route with one durable INSERT. */
export async function benchPositions(bench: Bench): Promise<Comparison[]> {
  const { organization_id: organizationId } = await createOrganization(bench.core.services, {
    name: 'Bench Couriers',
    country: 'US',
    timezone: 'UTC',
    ownerEmail: 'owner@bench.example',
    ownerName: 'Bea Bench',
    ownerPassword: 'correct horse battery staple',
  });
  await positionRows(bench, organizationId, WORKERS);
  const { rows } = await bench.admin.query<{ id: string }>(
    'select id from dispatch.workers where organization_id = $1',
    [organizationId],
  );
  const tokens = await bench.core.services.database.transaction(async (tx) => {
    const keys: string[] = [];
    for (const { id } of rows)
      keys.push((await createCredential(tx, { organizationId, kind: 'worker', subject: id })).key);
    return keys;
  });
  const ours = (connections: number) => ({
    url: `${bench.hubbub}/api/v2/driver/positions`,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    vary: (n: number) => ({
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[n % WORKERS]}` },
      body: JSON.stringify({
        location: [-122.5 + (n % 97) / 200, 37.6 + (n % 89) / 300],
        time: Date.now(),
        accuracy: 8,
        speed: 4.2,
        battery: 0.7,
      }),
    }),
    connections,
  });
  const limit = (connections: number) => ({
    url: `${bench.bare}/insert`,
    method: 'POST' as const,
    headers: { 'content-type': 'text/plain' },
    body: 'a position',
    connections,
  });
  return [
    await compare(`report a position, ${WORKERS} workers, 8 connections`, '1,000 a second', ours(8), limit(8)),
    await compare(`report a position, ${WORKERS} workers, 32 connections`, '1,000 a second', ours(32), limit(32)),
  ];
}
