import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import pg from 'pg';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { newObjectId } from '../../platform/ids.ts';
import { pathLength } from '../geography/distance.ts';
import type { Location } from '../geography/location.ts';
import { DispatchError } from '../http/errors.ts';
import { doReportPositions } from '../positions/actions.ts';
import { analyticsOf, readTimeRange } from './analytics.ts';
import { lengthIn, mergeSpans, without } from './spans.ts';

const server = await startTestServer();
const database = new pg.Client({ connectionString: server.connectionString });
await database.connect();
after(async () => {
  await database.end();
  await server[Symbol.asyncDispose]();
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A worker whose past is told in minutes before now. */
async function worker() {
  const { organization_id: organization, dispatch } = await server.organization();
  const id = newObjectId();
  const now = server.clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);
  await database.query(
    `insert into dispatch.workers (organization_id, id, name, phone, created_at, modified_at)
     values ($1, $2, 'Dora Driver', '+14155550100', now(), now())`,
    [organization, id],
  );
  await database.query(
    `insert into dispatch.containers (organization_id, id, type, owner_id, created_at, modified_at)
     values ($1, 'c', 'WORKER', $2, now(), now())`,
    [organization, id],
  );
  const client = new DispatchClient(dispatch);
  return {
    get: (query: string) => client.get(`/workers/${id}?${query}`),
    async duty(minutes: number, onDuty: boolean) {
      await database.query('insert into dispatch.duty_events values ($1, $2, $3, $4)', [
        organization,
        id,
        ago(minutes),
        onDuty,
      ]);
    },
    async task(started: number, completed: number | null, success = true) {
      await database.query(
        `insert into dispatch.tasks (organization_id, id, short_id, created_at, modified_at, state, container_id, worker_id,
           creator, merchant, executor, destination_id, lon, lat, pickup_task, notes, quantity, additional_quantities,
           service_time, requirements, scan_only_required_barcodes, metadata, started_at, completed_at, completion)
         values ($1, $2, $2, now(), now(), $3, 'c', $4, $1, $1, $1, '', 0, 0, false, '', 0, '{}', 0, '{}', false, '[]', $5, $6, $7)`,
        [
          organization,
          newObjectId(),
          completed === null ? 2 : 3,
          id,
          ago(started),
          completed === null ? null : ago(completed),
          completed === null ? null : { success },
        ],
      );
    },
    /** Another worker of the organization, at work all the time. */
    async colleague() {
      const other = newObjectId();
      await database.query(
        `insert into dispatch.workers (organization_id, id, name, phone, created_at, modified_at)
         values ($1, $2, 'Emil Driver', '+14155550101', now(), now())`,
        [organization, other],
      );
      await database.query(
        `insert into dispatch.duty_events (organization_id, worker_id, at, on_duty) values ($1, $2, $3, true)`,
        [organization, other, ago(90)],
      );
      await this.task(50, 20);
      await database.query('update dispatch.tasks set worker_id = $1 where organization_id = $2', [
        other,
        organization,
      ]);
      await server.services.database.transaction(
        (tx) =>
          doReportPositions(tx, {
            organizationId: organization,
            workerId: other,
            positions: [85, 45, 25].map((minutes) => ({ time: ago(minutes).getTime(), location: [minutes, 0] })),
          }),
        { organizationId: organization },
      );
    },
    report: (points: [number, Location][]) =>
      server.services.database.transaction(
        (tx) =>
          doReportPositions(tx, {
            organizationId: organization,
            workerId: id,
            positions: points.map(([minutes, location]) => ({ time: ago(minutes).getTime(), location })),
          }),
        { organizationId: organization },
      ),
    analytics: (from?: number, to?: number) =>
      analyticsOf(
        server.services.database.reader.of(organization),
        id,
        readTimeRange(
          {
            from: from === undefined ? undefined : ago(from).getTime(),
            to: to === undefined ? undefined : ago(to).getTime(),
          },
          now,
        ),
        now,
      ),
    time: (minutes: number) => ago(minutes).getTime(),
  };
}

describe('analytics of a worker', () => {
  it('are all zero for one who has done nothing', async () => {
    const zero = { enroute: 0, idle: 0 };
    assert.deepEqual(await (await worker()).analytics(), {
      events: [],
      distances: zero,
      times: zero,
      taskCounts: { succeeded: 0, failed: 0 },
    });
  });

  it('are of this worker alone', async () => {
    const dora = await worker();
    await dora.colleague();
    await dora.duty(100, true);
    await dora.task(40, 30);
    await dora.duty(10, false);
    const { events, distances, times, taskCounts } = await dora.analytics();
    assert.deepEqual([events.length, distances], [2, { enroute: 0, idle: 0 }]);
    assert.deepEqual(
      [times, taskCounts],
      [
        { enroute: 600, idle: 4800 },
        { succeeded: 1, failed: 0 },
      ],
    );
  });

  it('tell metres and seconds on the way to tasks and otherwise on duty', async () => {
    const dora = await worker();
    await dora.duty(100, true);
    await dora.task(80, 60);
    await dora.task(40, 30, false);
    await dora.duty(10, false);
    const path: [number, Location][] = [
      [110, [0, 0]],
      [100, [0.1, 0]],
      [80, [0.2, 0]],
      [60, [0.4, 0]],
      [10, [0.9, 0]],
      [0.1, [5, 0]],
    ];
    // Reports come in any order.
    await dora.report(path.toReversed());
    const found = await dora.analytics();
    assert.deepEqual(found.events, [
      { action: 'onduty', time: dora.time(100) },
      { action: 'offduty', time: dora.time(10) },
    ]);
    const degree = pathLength([
      [0, 0],
      [1, 0],
    ]);
    assert.deepEqual(found.distances, { enroute: Math.round(0.3 * degree), idle: Math.round(0.5 * degree) });
    assert.deepEqual(found.times, { enroute: 30 * 60, idle: 60 * 60 });
    assert.deepEqual(found.taskCounts, { succeeded: 1, failed: 1 });
  });

  it('count what reaches into the range, and what still goes on', async () => {
    const dora = await worker();
    await dora.duty(3000, true);
    await dora.task(60, null);
    const { events, times, taskCounts } = await dora.analytics(120, 0);
    assert.deepEqual([events, times], [[], { enroute: 3600, idle: 3600 }]);
    assert.deepEqual(taskCounts, { succeeded: 0, failed: 0 });
    assert.deepEqual((await dora.analytics(90, 70)).times, { enroute: 0, idle: 1200 });
  });

  it('come with the worker when they are asked for', async () => {
    const dora = await worker();
    await dora.duty(100, true);
    await dora.task(80, 60);
    const plain = await dora.get('');
    assert.equal('analytics' in plain.json, false);
    const [from, to] = [dora.time(90), dora.time(30)];
    const { status, json } = await dora.get(`analytics=true&from=${from}&to=${to}`);
    assert.deepEqual([status, json.analytics], [200, await dora.analytics(90, 30)]);
    assert.deepEqual(json.analytics.times, { enroute: 1200, idle: 2400 });
    assert.equal((await dora.get('analytics=true')).json.analytics.events.length, 1);
    for (const [query, error] of [
      [`from=${to}&to=${from}`, 1000],
      [`from=${from - 2 * DAY}&to=${to}`, 1000],
      ['from=-1', 1000],
      ['from=yesterday', 1005],
    ] as const) {
      const refused = await dora.get(`analytics=true&${query}`);
      assert.deepEqual([refused.status, refused.json.message?.error], [400, error], query);
    }
  });

  it('are of the last week, or of 24 hours at most', () => {
    const now = new Date('2026-05-01T12:00:00Z');
    const range = (from?: number, to?: number) => {
      const read = readTimeRange({ from, to }, now);
      return [read.from.getTime(), read.to.getTime()];
    };
    const t = now.getTime();
    assert.deepEqual(range(), [t - 7 * DAY, t]);
    assert.deepEqual(range(t - DAY, t), [t - DAY, t]);
    assert.deepEqual(range(t - 2 * DAY), [t - 2 * DAY, t - DAY]);
    assert.deepEqual(range(undefined, t), [t - DAY, t]);
    const refused = (error: unknown) => error instanceof DispatchError && error.number === 1000;
    assert.throws(() => range(t - DAY - 1, t), refused);
    assert.throws(() => range(t, t - 1), refused);
  });
});

describe('analytics of an organization', () => {
  it('count what was completed by day, hour, worker and reason, and straight distances', async () => {
    const fleet = await startFleet(server);
    const dora = await fleet.worker([-122.4, 37.78]);
    const emil = await fleet.worker([-122.4, 37.78]);
    const now = server.clock.now().getTime();
    const finish = async (of: typeof dora, body: object, details: object) => {
      const { id } = await fleet.task({ container: { type: 'WORKER', worker: of.id }, ...body });
      assert.equal((await of.driver.post(`/driver/tasks/${id}/start`, {})).status, 200);
      assert.equal((await fleet.api.post(`/tasks/${id}/complete`, { completionDetails: details })).status, 200);
    };
    await finish(dora, { completeBefore: now + DAY }, { success: true });
    await finish(dora, { completeBefore: now - DAY }, { success: true });
    await finish(emil, {}, { success: false, failureReason: 'DAMAGED' });
    await database.query(
      `update dispatch.tasks set completion = completion || '{"firstLocation": [0, 0], "lastLocation": [0.1, 0]}'
       where organization_id = $1 and worker_id = $2`,
      [fleet.organization, emil.id],
    );
    // All at one moment: no hour ends in between.
    await database.query('update dispatch.tasks set completed_at = $2 where organization_id = $1', [
      fleet.organization,
      new Date(now),
    ]);
    const timezone = 'Asia/Kathmandu';
    const query = `from=${now - 2 * DAY}&to=${now + 1}&timezone=${timezone}`;
    const { status, json } = await fleet.api.get(`/analytics?${query}`);
    assert.equal(status, 200);
    const counted = { succeeded: 2, failed: 1, onTime: 1, late: 1 };
    assert.deepEqual(json.total, { ...counted, distance: json.workers[1].distance });
    const there = DateTime.fromMillis(now, { zone: timezone });
    const today = json.days.at(-1);
    assert.deepEqual([today.date, today.start], [there.toISODate(), there.startOf('day').toMillis()]);
    assert.deepEqual([json.days.length, today.succeeded, today.failed], [3, 2, 1]);
    assert.equal(json.hours.length, 24);
    assert.deepEqual(json.hours[there.hour], { hour: there.hour, ...counted });
    const [first, second] = json.workers;
    assert.deepEqual([first.id, first.succeeded, first.onTime, first.late], [dora.id, 2, 1, 1]);
    assert.deepEqual([second.id, second.failed, Math.round(second.distance / 100)], [emil.id, 1, 111]);
    assert.deepEqual(json.failureReasons, [{ reason: 'DAMAGED', count: 1 }]);

    // Completed from the console: nobody knows from where to where.
    await database.query(
      `update dispatch.tasks set completion = completion || '{"firstLocation": [], "lastLocation": []}'
       where organization_id = $1 and worker_id = $2`,
      [fleet.organization, dora.id],
    );
    const [unplaced] = (await fleet.api.get(`/analytics?${query}&worker=${dora.id}`)).json.workers;
    assert.deepEqual([unplaced.succeeded, unplaced.distance], [2, 0]);
    assert.deepEqual((await fleet.api.get(`/analytics?${query}&worker=${dora.id}`)).json.total.distance, 0);

    const ofEmil = (await fleet.api.get(`/analytics?${query}&worker=${emil.id}`)).json;
    assert.deepEqual([ofEmil.total.succeeded, ofEmil.total.failed, ofEmil.workers.length], [0, 1, 1]);
    assert.deepEqual((await fleet.api.get(`/analytics?${query}&team=${fleet.north}`)).json, json);
    const south = await fleet.team('South');
    const { total, workers } = (await fleet.api.get(`/analytics?${query}&team=${south}`)).json;
    assert.deepEqual([total, workers], [{ succeeded: 0, failed: 0, onTime: 0, late: 0, distance: 0 }, []]);
    const { client } = await makeDispatcher(server, fleet, [south]);
    assert.deepEqual(
      (await client.get(`/analytics?${query}`)).json.total,
      total,
      'what they do not see does not count',
    );
    assert.equal((await client.get(`/analytics?${query}&worker=${emil.id}`)).status, 404);
  });

  it('say what is wrong with a question', async () => {
    const { api } = await startFleet(server);
    for (const [query, error] of [
      ['to=1', 1900],
      ['from=1', 1900],
      ['from=2&to=2', 1000],
      [`from=0&to=${32 * DAY}`, 1000],
      ['from=0&to=1&timezone=Moon/Sea', 1000],
      ['from=x&to=1', 1005],
      ['from=0&to=1&team=x', 1005],
      [`from=0&to=1&team=${'A'.repeat(24)}`, 1402],
      [`from=0&to=1&worker=${'A'.repeat(24)}`, 1402],
    ] as const)
      assert.equal((await api.get(`/analytics?${query}`)).json.message?.error, error, query);
  });
});

describe('spans of time', () => {
  const spans = fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 8 });
  const covers = (some: readonly (readonly [number, number])[], n: number) => some.some(([a, b]) => a <= n && n < b);

  it('unite and subtract as counting each millisecond does', () => {
    fc.assert(
      fc.property(spans, spans, (one, two) => {
        const [a, b] = [mergeSpans(one, 10, 90), mergeSpans(two, 0, 100)];
        const left = without(a, b);
        const ticks = Array.from({ length: 100 }, (_, n) => n);
        const expected = ticks.filter((n) => n >= 10 && n < 90 && covers(one, n));
        assert.equal(lengthIn(a), expected.length);
        assert.equal(lengthIn(left), expected.filter((n) => !covers(two, n)).length);
        assert.equal(lengthIn(a, 20, 30), expected.filter((n) => n >= 20 && n < 30).length);
      }),
    );
  });
});
