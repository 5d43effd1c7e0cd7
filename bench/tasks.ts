import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { containerId } from '../src/dispatch/containers/access.ts';
import { emitTriggered } from '../src/dispatch/events/emit.ts';
import { Trigger } from '../src/dispatch/events/triggers.ts';
import { newObjectId } from '../src/platform/ids.ts';
import { benchOrganization } from './fill.ts';
import { type Bench, basic, type Finding, median, quantile, residentSet } from './harness.ts';

const { TASKS_BENCH_SECONDS = '60', TASKS_BENCH_ROWS = '1000000' } = process.env;
const BATCH = 500;
const EVENTS_A_SECOND = 500;
const WEBHOOKS = 3;
/** Milliseconds between the transactions of the events. */
const TICK_MS = 20;
const PAGE = 64;

/** Batches, events on their way to webhooks, and pages of a long list. */
export async function benchTasks(bench: Bench): Promise<Finding[]> {
  return [await batches(bench), ...(await deliveries(bench)), await pages(bench)];
}

/** A batch of 500 tasks with places, from request to answer. */
async function batches(bench: Bench): Promise<Finding> {
  const { dispatch } = await benchOrganization(bench);
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

/** 500 events a second, committed from this process, each for three webhooks: from the event's time to its arrival. */
async function deliveries(bench: Bench): Promise<Finding[]> {
  const { organization_id: organizationId, dispatch } = await benchOrganization(bench);
  const late: number[] = [];
  const receiver = createServer((request, response) => {
    if (request.method === 'GET')
      return void response.end(new URL(request.url ?? '/', 'http://receiver').searchParams.get('check'));
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      late.push(Date.now() - (JSON.parse(text) as { time: number }).time);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    for (let n = 0; n < WEBHOOKS; n++) {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${n}`;
      const made = await post(bench, dispatch.api_key, '/webhooks', {
        url,
        name: `w${n}`,
        trigger: Trigger.taskUpdated,
      });
      if (made.status !== 200) throw new Error(await made.text());
    }
    const before = await residentSet(bench.hubbubPid);
    const seconds = Number(TASKS_BENCH_SECONDS);
    const wanted = seconds * EVENTS_A_SECOND;
    const begun = Date.now();
    for (let emitted = 0; emitted < wanted; ) {
      const due = Math.min(wanted, Math.floor(((Date.now() - begun) / 1000) * EVENTS_A_SECOND));
      if (due > emitted) {
        await emit(bench, organizationId, due - emitted);
        emitted = due;
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    const until = Date.now() + 120_000;
    while (late.length < wanted * WEBHOOKS && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const after = await residentSet(bench.hubbubPid);
    const sorted = late.toSorted((a, b) => a - b);
    const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
    const memory =
      before && after
        ? `${megabytes(before.now)} before, ${megabytes(after.peak)} at its peak`
        : 'read from /proc, which is not here';
    return [
      {
        name: `${EVENTS_A_SECOND} events a second with ${WEBHOOKS} webhooks each for ${seconds} s`,
        found: `${late.length} of ${wanted * WEBHOOKS} arrived; after ${quantile(sorted, 0.5)} ms (median), ${quantile(sorted, 0.99)} ms (p99)`,
        aim: 'all, p99 within 1 s',
      },
      { name: "the server's memory meanwhile", found: memory, aim: 'flat' },
    ];
  } finally {
    receiver.close();
  }
}

async function emit(bench: Bench, organizationId: string, count: number): Promise<void> {
  await bench.core.services.database.transaction(async (tx) => {
    for (let n = 0; n < count; n++) {
      const id = newObjectId();
      emitTriggered(tx, {
        organizationId,
        kind: 'benchmark',
        audience: ['organization'],
        trigger: Trigger.taskUpdated,
        payload: { taskId: id, workerId: null, data: { task: { id, notes: 'x'.repeat(500) } } },
      });
    }
  });
}

/** Pages of a list of a million tasks, the first ones and the last ones. */
async function pages(bench: Bench): Promise<Finding> {
  const { organization_id: organizationId, dispatch } = await benchOrganization(bench);
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
