import { containerId } from '../src/dispatch/containers/access.ts';
import { benchOrganization } from './fill.ts';
import { type Bench, basic, type Finding, median } from './harness.ts';

const { TASKS_BENCH_ROWS = '1000000' } = process.env;
const BATCH = 500;
const PAGE = 64;

/** Batches, and pages of a long list. */
export async function benchTasks(bench: Bench): Promise<Finding[]> {
  return [await batches(bench), await pages(bench)];
}

/** A batch of 500 tasks with places, from request to answer. */
async function batches(bench: Bench): Promise<Finding> {
  const { dispatch } = await benchOrganization(bench.core);
  const tasks = Array.from({ length: BATCH }, (_, n) => ({
    destination: {
      address: { number: String(n), street: 'Example Street', city: 'San Francisco', country: 'USA' },
      location: [-122.5 + (n % 97) / 200, 37.6 + (n % 89) / 300],
    },
    recipients: [{ name: `Recipient ${n}`, phone: `+1415${5_000_000 + n}` }],
  }));
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const begun = performance.now();
    const answer = await post(bench, dispatch.api_key, '/tasks/batch', { tasks });
    times.push(performance.now() - begun);
    const { tasks: made } = (await answer.json()) as { tasks: unknown[] };
    if (made.length !== BATCH) throw new Error(`${made.length} of ${BATCH} tasks were made`);
  }
  return {
    name: `a batch of ${BATCH} located tasks`,
    found: `${median(times).toFixed(0)} ms (median of five)`,
    aim: 'below 2 s',
  };
}

function post(bench: Bench, key: string, path: string, body: object): Promise<Response> {
  return fetch(`${bench.hubbub}/api/v2${path}`, {
    method: 'POST',
    headers: { ...basic(key, ''), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Pages of a list of a million tasks, the first ones and the last ones. */
async function pages(bench: Bench): Promise<Finding> {
  const { organization_id: organizationId, dispatch } = await benchOrganization(bench.core);
  const rows = Number(TASKS_BENCH_ROWS);
  const container = containerId(organizationId, 'ORGANIZATION', organizationId);
  await bench.admin.query(
    `insert into dispatch.containers (organization_id, id, type, owner_id, created_at, modified_at)
     values ($1, $2, 'ORGANIZATION', $1, now(), now())`,
    [organizationId, container],
  );
  await bench.admin.query(
    `insert into dispatch.destinations (organization_id, id, lon, lat, address, notes, metadata, warnings, geocoding, created_at, modified_at)
     values ($1, 'destination', -122.4, 37.7, '{"number": "1", "street": "Example Street", "city": "San Francisco", "country": "USA"}',
       '', '[]', '{}', '{"layer": "given", "precision": "exact"}', now(), now())`,
    [organizationId],
  );
  await bench.admin.query(
    `insert into dispatch.tasks (organization_id, id, short_id, created_at, modified_at, state, container_id, creator, merchant,
       executor, destination_id, lon, lat, pickup_task, notes, quantity, additional_quantities, service_time, requirements,
       scan_only_required_barcodes, metadata, completed_at, completion)
     select $1, lpad(n::text, 24, 'T'), lpad(to_hex(n), 8, '0'), now() - (2000000 - n) * interval '1 second', now(), 3, $2, $1, $1, $1,
       'destination', -122.4, 37.7, false, '', 0, '{"quantityA": 0, "quantityB": 0, "quantityC": 0}', 0,
       '{"signature": false, "photo": false, "notes": false, "minimumAge": 0}', false, '[]',
       now() - (2000000 - n) * interval '1 second',
       '{"success": true, "notes": "", "failureReason": "NONE", "failureNotes": "", "firstLocation": [], "lastLocation": []}'
     from generate_series(1, $3::int) as n`,
    [organizationId, container, rows],
  );
  await bench.admin.query('vacuum analyze dispatch.tasks');
  const walk = async (from: number, count: number): Promise<number> => {
    const times: number[] = [];
    let lastId = `${from}`.padStart(24, 'T');
    for (let page = 0; page < count; page++) {
      const begun = performance.now();
      const answer = await fetch(`${bench.hubbub}/api/v2/tasks/all?from=0&lastId=${lastId}`, {
        headers: basic(dispatch.api_key, ''),
      });
      const body = (await answer.json()) as { tasks: { id: string }[] };
      times.push(performance.now() - begun);
      if (body.tasks.length !== PAGE) throw new Error(`a page of ${body.tasks.length} tasks`);
      lastId = body.tasks.at(-1)!.id;
    }
    return median(times);
  };
  const found: string[] = [];
  await walk(1, 20);
  for (const [where, from] of [
    ['first', 1],
    ['middle', Math.floor(rows / 2)],
    ['last', rows - PAGE * 52],
  ] as const)
    found.push(`${where} ${(await walk(from, 50)).toFixed(1)} ms`);
  return { name: `pages of ${PAGE} of ${rows} tasks`, found: found.join(', '), aim: 'flat from first to last' };
}
