import assert from 'node:assert/strict';
import { after, describe, it, mock } from 'node:test';
import { DateTime } from 'luxon';
import { type Answer, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { newObjectId } from '../../platform/ids.ts';
import { readSchedule, type ScheduleEntry } from './entry.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const zone = 'America/Los_Angeles';

async function worker() {
  const client = new DispatchClient((await server.organization()).dispatch);
  const [admin] = (await client.get('/admins')).json;
  const team = (await client.post('/teams', { name: 'North', workers: [], managers: [admin.id] })).json;
  const created = await client.post('/workers', { name: 'Dora Driver', phone: '+14155550123', teams: [team.id] });
  assert.equal(created.status, 200, created.text);
  return { client, path: `/workers/${created.json.id}/schedule` };
}

/** An entry `days` from today with shifts of whole hours. */
function entry(days: number, shifts: [number, number][] = [[9, 17]], timezone = zone): ScheduleEntry {
  const day = DateTime.fromJSDate(server.clock.now(), { zone: timezone }).startOf('day').plus({ days });
  return {
    date: day.toISODate()!,
    timezone,
    shifts: shifts.map(([from, to]) => [day.plus({ hours: from }).toMillis(), day.plus({ hours: to }).toMillis()]),
  };
}

function refused(answer: Answer, status: number, error: number) {
  assert.deepEqual([answer.status, answer.json?.message?.error], [status, error], answer.text);
}

describe("a worker's schedule", () => {
  it('is empty at first, for GET and for POST without a body', async () => {
    const { client, path } = await worker();
    for (const answer of [await client.get(path), await client.post(path), await client.request('POST', path, null)])
      assert.deepEqual([answer.status, answer.json], [200, { entries: [] }]);
  });

  it('is set by POST and PUT, day by day, and read by all three', async () => {
    const { client, path } = await worker();
    const entries = [
      entry(1),
      entry(2, [
        [13, 17],
        [8, 12],
      ]),
    ];
    const sorted = [entries[0]!, { ...entries[1]!, shifts: entries[1]!.shifts.toReversed() }];
    assert.deepEqual((await client.post(path, { entries })).json, { entries: sorted });
    const later = entry(3);
    const changed = entry(2, [[6, 7]]);
    const all = { entries: [entries[0]!, changed, later] };
    assert.deepEqual((await client.put(path, { entries: [later, changed] })).json, all);
    assert.deepEqual((await client.get(path)).json, all);
    assert.deepEqual((await client.post(path)).json, all);
    assert.deepEqual((await client.put(path, { entries: [entry(2, [])] })).json, { entries: [entries[0], later] });
  });

  it('does not keep days before this week', async () => {
    const { client, path } = await worker();
    const today = DateTime.fromJSDate(server.clock.now(), { zone });
    const monday = entry(1 - today.weekday);
    const sunday = entry(-today.weekday);
    assert.deepEqual((await client.post(path, { entries: [sunday, monday] })).json, { entries: [monday] });
  });

  it('takes shifts that adjoin, but none that overlap', async () => {
    const { client, path } = await worker();
    const adjoining = entry(1, [
      [8, 12],
      [12, 13],
      [13, 17],
    ]);
    assert.deepEqual((await client.post(path, { entries: [adjoining] })).json, { entries: [adjoining] });
    const [first, second, third] = adjoining.shifts as [[number, number], [number, number], [number, number]];
    const overlapping = { ...adjoining, shifts: [first, [second[0] - 1, second[1]], third] };
    refused(await client.post(path, { entries: [overlapping] }), 400, 1000);
  });

  it('has whole milliseconds', async () => {
    const { client, path } = await worker();
    const given = entry(1);
    const [start, end] = given.shifts[0]!;
    const { json } = await client.post(path, { entries: [{ ...given, shifts: [[start + 0.4, end - 0.4]] }] });
    assert.deepEqual(json, { entries: [given] });
  });

  it('refuses what is no schedule, and then keeps nothing', async () => {
    const { client, path } = await worker();
    const good = entry(1);
    const [start, end] = good.shifts[0]!;
    const bad: [unknown, number][] = [
      [{ ...good, date: '2026-02-30' }, 1000],
      [{ ...good, date: 'tomorrow' }, 1000],
      [{ ...good, timezone: 'Mars/Olympus' }, 1000],
      [{ ...good, shifts: [[end, start]] }, 1000],
      [
        {
          ...good,
          shifts: [
            [start, end],
            [end - 1, end + 1],
          ],
        },
        1000,
      ],
      [{ ...good, shifts: [[start - 2 * 86_400_000, end - 2 * 86_400_000]] }, 1000],
      [{ ...good, shifts: [[start + 2 * 86_400_000, end + 2 * 86_400_000]] }, 1000],
      [{ ...good, shifts: [[start, start + 90_000_001]] }, 1000],
      [{ ...good, shifts: [['9:00', '17:00']] }, 1005],
      [{ ...good, shifts: undefined }, 1900],
      [good.date, 1005],
    ];
    for (const [each, error] of bad) refused(await client.post(path, { entries: [entry(2), each] }), 400, error);
    refused(await client.post(path, { entries: [good, good] }), 400, 1000);
    refused(await client.put(path, {}), 400, 1900);
    refused(await client.post(path, { entries: 'none' }), 400, 1005);
    assert.deepEqual((await client.get(path)).json, { entries: [] });
  });

  it('is among the shifts of all workers, for a span of time', async () => {
    const { client, path } = await worker();
    const stranger = await worker();
    const both = entry(1, [
      [8, 12],
      [13, 17],
    ]);
    const id = path.split('/')[2];
    assert.equal((await client.put(path, { entries: [both, entry(3)] })).status, 200);
    assert.equal((await stranger.client.put(stranger.path, { entries: [entry(1)] })).status, 200);
    const [[first], [, end]] = both.shifts as [[number, number], [number, number]];
    const shifts = async (from: number, to: number) => (await client.get(`/workers/shifts?from=${from}&to=${to}`)).json;
    assert.deepEqual(await shifts(first, end), { shifts: [{ worker: id, spans: both.shifts }] });
    // A shift that only touches the span does not overlap it.
    assert.deepEqual(await shifts(both.shifts[0]![1], end), { shifts: [{ worker: id, spans: [both.shifts[1]] }] });
    assert.deepEqual(await shifts(end, end + 3_600_000), { shifts: [] });
    refused(await client.get('/workers/shifts'), 400, 1900);
    refused(await client.get(`/workers/shifts?from=${end}&to=${end}`), 400, 1009);
    refused(await client.get(`/workers/shifts?from=0&to=${8 * 86_400_000 + 1}`), 400, 1009);
  });

  it('is among those of many workers, page by page', async () => {
    const { dispatch, organization_id: organizationId } = await server.organization();
    const client = new DispatchClient(dispatch);
    const given = entry(1);
    const [from, to] = given.shifts[0]!;
    const count = 520;
    const ids = Array.from({ length: count }, newObjectId).sort();
    // Every third has none.
    const working = ids.filter((_, n) => n % 3 > 0);
    await server.services.database.transaction(async (tx) => {
      await tx.run(sql`
        insert into dispatch.workers (organization_id, id, name, phone, created_at, modified_at)
        select ${organizationId}, id, 'Worker ' || n, '+1415' || (5550000 + n), now(), now()
        from unnest(${ids}::text[]) with ordinality as w (id, n)`);
      await tx.run(sql`
        insert into dispatch.schedule_entries (organization_id, worker_id, date, timezone, shifts)
        select ${organizationId}, id, ${given.date}::text::date, ${zone}, ${JSON.stringify(given.shifts)}::jsonb
        from unnest(${working}::text[]) as w (id)`);
    });
    let most = 0;
    const { reader } = server.services.database;
    const all = reader.all.bind(reader);
    const reads = mock.method(reader, 'all', async (statement: Parameters<typeof all>[0]) => {
      const rows = await all(statement);
      if (statement.strings.join('').includes('schedule_entries')) most = Math.max(most, rows.length);
      return rows;
    });
    const { json } = await client.get(`/workers/shifts?from=${from}&to=${to}`);
    reads.mock.restore();
    assert.deepEqual(json, { shifts: working.map((id) => ({ worker: id, spans: given.shifts })) });
    assert.ok(most > 0 && most <= 250, `${most} rows were read at once`);
  });

  it("is the organization's own", async () => {
    const { client, path } = await worker();
    const stranger = new DispatchClient((await server.organization()).dispatch);
    for (const send of [stranger.get, stranger.post, (p: string) => stranger.put(p, { entries: [] })])
      refused(await send(path), 404, 1402);
    refused(await client.get('/workers/short/schedule'), 400, 1005);
  });

  it('knows the days on which the clocks change', () => {
    // 25 hours on 1 November 2026, 23 on 8 March 2026, in Los Angeles.
    const read = (date: string, from: number, to: number, now: string) => {
      const day = DateTime.fromISO(date, { zone }).toMillis();
      const shifts: [number, number][] = [[day + from * 3_600_000, day + to * 3_600_000]];
      return readSchedule([{ date, timezone: zone, shifts }], new Date(now));
    };
    assert.equal(read('2026-11-01', 0, 25, '2026-10-28T00:00Z').length, 1);
    // A day before and after is left to senders who reckon in another zone: one of 25 and one of 24 hours.
    assert.equal(read('2026-11-01', 48.5, 50, '2026-10-28T00:00Z').length, 1);
    assert.throws(() => read('2026-11-01', 49, 50, '2026-10-28T00:00Z'));
    assert.equal(read('2026-03-08', 46.5, 48, '2026-03-04T00:00Z').length, 1);
    assert.throws(() => read('2026-03-08', 47, 48, '2026-03-04T00:00Z'));
    // Still Sunday in Los Angeles, already Monday in UTC: Saturday belongs to the current week.
    assert.equal(read('2026-03-07', 9, 10, '2026-03-09T06:59Z').length, 1);
    assert.equal(read('2026-03-07', 9, 10, '2026-03-09T07:01Z').length, 0);
  });
});
