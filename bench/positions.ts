import { benchOrganization } from './fill.ts';
import { positionRows, workerTokens } from './fill-fleet.ts';
import { type Bench, type Comparison, compare, type Load } from './harness.ts';

const WORKERS = 2000;

/** Position reports of 2,000 workers over HTTP, against a bare route with one durable INSERT. */
export async function benchPositions(bench: Bench): Promise<Comparison[]> {
  const { organization_id: organizationId } = await benchOrganization(bench.core);
  await positionRows(bench, organizationId, WORKERS);
  const tokens = await workerTokens(bench, organizationId, WORKERS);
  const ours = (connections: number) => ({ ...reporting(bench, tokens), connections });
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

/** Position reports of these workers' devices in turn, each at another place. */
export function reporting(bench: Bench, tokens: readonly string[]): Omit<Load, 'connections'> {
  return {
    url: `${bench.hubbub}/api/v2/driver/positions`,
    method: 'POST',
    vary: (n) => ({
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[n % tokens.length]}` },
      body: JSON.stringify({
        location: [-122.5 + (n % 97) / 200, 37.6 + (n % 89) / 300],
        time: Date.now(),
        accuracy: 8,
        speed: 4.2,
        battery: 0.7,
      }),
    }),
  };
}
