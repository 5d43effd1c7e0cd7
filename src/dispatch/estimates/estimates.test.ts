import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import type { Place } from '../../../rules/sphere.ts';
import { type Mode, modeOf, stopTimes } from '../../../rules/travel.ts';
import { type Answer, DispatchClient } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { planCost, sentStatements } from '../../../tests/harness/statements.ts';
import { sql } from '../../platform/db/sql.ts';
import { doSetDuty } from '../driver/actions.ts';
import { doReportPositions } from '../positions/actions.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';
import { stopTimesOf, timeOfTask, timesOfTasks } from './access.ts';
import { measureCorrections, type Trip } from './corrections.ts';
import { measureTravel } from './measure-travel.ts';
import { refreshDelaysOffDuty, refreshDelaysOnDuty } from './refresh-delays.ts';
import { speedAt, travelSeconds } from './travel.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const signal = new AbortController().signal;
let phones = 0;
/** Model of an organization without recorded trips. */
const model = { timezone: 'America/Los_Angeles', corrections: {} };

async function fleet() {
  const organization = await server.organization();
  const client = new DispatchClient(organization.dispatch);
  const [admin] = (await client.get('/admins')).json;
  const team: string = (await client.post('/teams', { name: 'North', workers: [], managers: [admin.id] })).json.id;
  return {
    client,
    team,
    async worker(location: [number, number], vehicle?: string, onDuty = true): Promise<string> {
      const created = await client.post('/workers', {
        name: 'Dora Driver',
        phone: `+1415555${String(++phones).padStart(4, '0')}`,
        teams: [team],
        ...(vehicle ? { vehicle: { type: vehicle } } : {}),
      });
      assert.equal(created.status, 200, created.text);
      const { id } = created.json;
      const time = server.clock.now();
      await server.services.database.transaction(
        async (tx) => {
          await doReportPositions(tx, {
            organizationId: organization.organization_id,
            workerId: id,
            positions: [{ location, time: time.getTime() }],
          });
          const worker = await accessWorkerForUpdate(tx, id);
          if (!onDuty) return;
          const by = { type: 'WORKER', id } as const;
          await doSetDuty(tx.of(worker.organizationId), worker, { onDuty, at: time }, { publicUrl: server.url, by });
        },
        { organizationId: organization.organization_id },
      );
      return id;
    },
    async task(worker: string, location: [number, number], rest: object) {
      const created = await client.post('/tasks', {
        destination: { address: { city: 'Oakland', country: 'US' }, location },
        recipients: [],
        container: { type: 'WORKER', worker },
        ...rest,
      });
      assert.equal(created.status, 200, created.text);
    },
    delay: async (worker: string) => (await client.get(`/workers/${worker}`)).json.delayTime,
  };
}

function refused(answer: Answer, status: number, error: number) {
  assert.deepEqual([answer.status, answer.json?.message?.error], [status, error], answer.text);
}

describe('delayTime', () => {
  it('is the greatest lateness along the way, and null again when nothing is late', async () => {
    const { worker, task, delay } = await fleet();
    const dora = await worker([0, 0], 'CAR');
    const now = server.clock.now().getTime();
    await task(dora, [0.1, 0], { completeBefore: now + 3_600_000, serviceTime: 5 });
    assert.equal(await delay(dora), null);
    // 11.1 and 22.2 km from each other: some 29 and 58 minutes by car, and five for the service.
    await task(dora, [0.3, 0], { completeBefore: now + 60_000 });
    await refreshDelaysOnDuty.handle(server.services, {}, signal);
    const degree = 111_195;
    const expected = (0.3 * degree) / speedAt(model, 'CAR', server.clock.now()) + 300 - 60;
    assert.ok(Math.abs((await delay(dora)) - expected) < 30, `${await delay(dora)} is not about ${expected}`);
    // The other job is for the others.
    const eva = await worker([0, 0], 'CAR', false);
    await task(eva, [0.3, 0], { completeBefore: now - 1000 });
    await refreshDelaysOnDuty.handle(server.services, {}, signal);
    assert.equal(await delay(eva), null);
    await refreshDelaysOffDuty.handle(server.services, {}, signal);
    assert.ok((await delay(eva)) > 3600);
  });

  it('goes with the tasks', async () => {
    const { worker, task, delay, client } = await fleet();
    const dora = await worker([0, 0]);
    await task(dora, [0, 0], { completeBefore: server.clock.now().getTime() - 60_000 });
    await refreshDelaysOnDuty.handle(server.services, {}, signal);
    assert.ok((await delay(dora)) >= 60);
    const [id] = (await client.get(`/workers/${dora}`)).json.tasks;
    assert.equal((await client.delete(`/tasks/${id}`)).status, 200);
    await refreshDelaysOnDuty.handle(server.services, {}, signal);
    assert.equal(await delay(dora), null);
  });
});

describe('GET /teams/:teamId/estimate', () => {
  it('names who would be there first, with every step in seconds', async () => {
    const { worker, team, client } = await fleet();
    const walker = await worker([0.009, 0]);
    const driver = await worker([0.02, 0], 'CAR');
    await worker([0, 0], 'TRUCK', false);
    const found = await client.get(`/teams/${team}/estimate?dropoffLocation=0,0&serviceTime=120`);
    assert.equal(found.status, 200, found.text);
    const { workerId, vehicle, steps } = found.json;
    assert.deepEqual([workerId, vehicle, steps.length], [driver, 'CAR', 1]);
    assert.deepEqual([steps[0].location, steps[0].distance], [[0, 0], 2226]);
    assert.equal(steps[0].travelTime, travelSeconds(model, 2226.39, 'CAR', server.clock.now()));
    assert.equal(steps[0].completionTime, steps[0].arrivalTime + 120);
    const onFoot = await client.get(`/teams/${team}/estimate?dropoffLocation=0,0&restrictedVehiclesTypes=CAR,TRUCK`);
    assert.deepEqual([onFoot.json.workerId, onFoot.json.vehicle], [walker, null]);
    // The vendor's page: two minutes where nothing is said.
    assert.equal(onFoot.json.steps[0].serviceTime, 120);
  });

  it('counts what a worker has to do before', async () => {
    const { worker, task, team, client } = await fleet();
    const near = await worker([0.001, 0]);
    const far = await worker([0.01, 0]);
    await task(near, [0.002, 0], { serviceTime: 60 });
    const soonest = (await client.get(`/teams/${team}/estimate?dropoffLocation=0,0`)).json;
    assert.equal(soonest.workerId, far);
    await task(far, [0.02, 0], { serviceTime: 90 });
    const now = server.clock.now().getTime() / 1000;
    const after = (await client.get(`/teams/${team}/estimate?dropoffLocation=0,0`)).json;
    assert.equal(after.workerId, near);
    // A hundred metres there, an hour, and two hundred back: on foot.
    const expected = now + (333.6 * 1.26 * 3.6) / 5 + 3600;
    assert.ok(Math.abs(after.steps[0].arrivalTime - expected) < 10, `${after.steps[0].arrivalTime} ${expected}`);
    assert.equal(after.steps[0].distance, 223);
  });

  it('goes by the pick-up, which is not before its time', async () => {
    const { worker, team, client } = await fleet();
    await worker([1, 1], 'CAR');
    const later = Math.round(server.clock.now().getTime() / 1000) + 7200;
    const query = `pickupLocation=1,1&dropoffLocation=1,1.1&pickupTime=${later}&serviceTime=60`;
    const [pickup, dropoff] = (await client.get(`/teams/${team}/estimate?${query}`)).json.steps;
    assert.deepEqual([pickup.distance, pickup.completionTime], [0, later + 60]);
    assert.equal(dropoff.arrivalTime, pickup.completionTime + dropoff.travelTime);
  });

  it('refuses what cannot be estimated', async () => {
    const { team, client } = await fleet();
    const at = (query: string, id = team) => client.get(`/teams/${id}/estimate${query}`);
    refused(await at(''), 400, 1900);
    for (const wrong of ['1', '1,2,3', 'a,b', ',', '1,']) refused(await at(`?dropoffLocation=${wrong}`), 400, 1005);
    refused(await at('?dropoffLocation=181,1'), 400, 1000);
    refused(await at('?dropoffLocation=1,1&restrictedVehiclesTypes=PLANE'), 400, 1000);
    refused(await at('?dropoffLocation=1,1&pickupTime=1e300'), 400, 1000);
    refused(await at('?dropoffLocation=1,1'), 404, 1402);
    refused(await at('?dropoffLocation=1,1', 'a'.repeat(24)), 404, 1402);
    refused(await at('?dropoffLocation=1,1', 'short'), 400, 1005);
  });
});

describe('the estimates of a task', () => {
  it('go along the way, through what comes before', async () => {
    const { worker, task, client } = await fleet();
    const dora = await worker([0, 0]);
    const late = server.clock.now().getTime() - 60_000;
    await task(dora, [0.01, 0], { serviceTime: 10 });
    await task(dora, [0.01, 0.01], { completeBefore: late });
    await task(dora, [0, 0], {});
    const ids: string[] = (await client.get(`/workers/${dora}`)).json.tasks;
    const now = server.clock.now().getTime();
    const { tasks } = (await client.get(`/workers/${dora}/tasks`)).json;
    assert.deepEqual(
      tasks.map((one: { id: string }) => one.id),
      ids,
    );
    // 1.11 km on foot, at 1.1 metres of straight line a second.
    const leg = 1112 / 1.1;
    const near = (given: number, expected: number) =>
      assert.ok(Math.abs(given - expected) < 20, `${given} ${expected}`);
    const seconds = (time: number) => (time - now) / 1000;
    near(seconds(tasks[0].estimatedArrivalTime), leg);
    near(seconds(tasks[0].estimatedCompletionTime), leg + 600);
    near(seconds(tasks[1].estimatedCompletionTime), 2 * leg + 600);
    near(tasks[1].delayTime, 60 + 2 * leg + 600);
    assert.deepEqual([tasks[0].delayTime, tasks[0].eta, tasks[2].delayTime], [null, null, null]);
    for (const { estimatedArrivalTime, estimatedCompletionTime } of tasks)
      assert.ok(Number.isInteger(estimatedArrivalTime) && Number.isInteger(estimatedCompletionTime));
  });

  it('are those of the rule that pages compare ideas by', async () => {
    const { worker, task, client } = await fleet();
    const here = [-122.27, 37.8] as const;
    const dora = await worker([...here], 'CAR');
    const at = server.clock.now().getTime();
    await task(dora, [-122.2, 37.85], { serviceTime: 7, completeBefore: at + 20 * 60_000 });
    await task(dora, [-122.31, 37.77], { serviceTime: 3, completeBefore: at + 30 * 60_000 });
    await task(dora, [-122.31, 37.77], { serviceTime: 0 });
    const { modes } = (await client.get('/estimates/model')).json;
    const { metresPerSecond } = modes.find(({ mode }: { mode: Mode }) => mode === modeOf('CAR'));
    const { tasks } = (await client.get(`/workers/${dora}/tasks`)).json;
    const timed = tasks.map(({ destination: { location }, ...one }: { destination: { location: Place } }) => ({
      ...one,
      location,
    }));
    const rule = stopTimes(timed, { place: here, at, metresPerSecond });
    assert.equal(rule.length, 3);
    for (const [n, { arrival, end, late }] of rule.entries()) {
      const { estimatedArrivalTime, estimatedCompletionTime, delayTime } = tasks[n];
      const difference = [
        estimatedArrivalTime - arrival,
        estimatedCompletionTime - end,
        ((delayTime ?? 0) - late) * 1000,
      ];
      assert.ok(
        difference.every((ms) => Math.abs(ms) <= 1500),
        `stop ${n}: ${difference}`,
      );
    }
    assert.ok(rule[1]!.late > 0 && rule[2]!.late === 0);
  });

  it('are in the answer of the creation too, also of an automatic assignment', async () => {
    const { worker, client } = await fleet();
    const dora = await worker([0, 0]);
    const destination = { address: { city: 'Oakland', country: 'US' }, location: [0.01, 0] };
    for (const more of [{ container: { type: 'WORKER', worker: dora } }, { autoAssign: { mode: 'distance' } }]) {
      const now = server.clock.now().getTime();
      const { json } = await client.post('/tasks', {
        destination,
        recipients: [],
        completeBefore: now - 1000,
        ...more,
      });
      assert.equal(json.worker, dora);
      assert.ok(json.estimatedCompletionTime > now + 900_000 && json.estimatedArrivalTime > now + 900_000);
      assert.ok(json.delayTime > 900);
      assert.equal(json.eta, null);
    }
  });

  it('are not told of a destination that is only known to its city, but of what comes after', async () => {
    const { worker, task, client } = await fleet();
    const dora = await worker([-122.27, 37.8]);
    const city = { address: { unparsed: 'Oakland, CA, US' }, options: { minPrecision: 'city' } };
    const made = await client.post('/tasks', {
      destination: city,
      recipients: [],
      container: { type: 'WORKER', worker: dora },
    });
    assert.equal(made.json.destination.located, false, made.text);
    assert.equal(made.json.estimatedArrivalTime, null);
    await task(dora, [-122.27, 37.8], {});
    const { tasks } = (await client.get(`/workers/${dora}/tasks`)).json;
    assert.deepEqual([tasks[0].estimatedCompletionTime, typeof tasks[1].estimatedCompletionTime], [null, 'number']);
  });

  it('are not told of a worker whose place nobody knows, nor of unassigned tasks', async () => {
    const { client, team } = await fleet();
    const made = await client.post('/workers', { name: 'Eva Example', phone: '+14155559876', teams: [team] });
    const destination = { address: { city: 'Oakland', country: 'US' }, location: [0, 0] };
    for (const more of [{ container: { type: 'WORKER', worker: made.json.id } }, {}]) {
      const created = await client.post('/tasks', { destination, recipients: [], ...more });
      const { json } = await client.get(`/tasks/${created.json.id}`);
      const { eta, delayTime, estimatedArrivalTime, estimatedCompletionTime } = json;
      assert.deepEqual(
        [eta, delayTime, estimatedArrivalTime, estimatedCompletionTime],
        [null, null, null, null],
        created.text,
      );
    }
  });

  it('count no way to the first stop of a worker whose place nobody knows: half the world is no delay', async () => {
    const { client, team, task, delay } = await fleet();
    const { id } = (await client.post('/workers', { name: 'Eva Example', phone: '+14155559877', teams: [team] })).json;
    const now = server.clock.now().getTime();
    await task(id, [0, 0], { completeBefore: now + 3_600_000 });
    await task(id, [0.01, 0], { completeBefore: now - 60_000 });
    const { tasks } = (await client.get(`/workers/${id}/tasks`)).json;
    assert.equal(tasks[0].delayTime, null);
    assert.ok(Math.abs(tasks[1].delayTime - (60 + 1112 / 1.1)) < 20, String(tasks[1].delayTime));
    await refreshDelaysOffDuty.handle(server.services, {}, signal);
    // Each is counted from its own now, in whole seconds.
    assert.ok(Math.abs((await delay(id)) - tasks[1].delayTime) < 20);
  });
});

describe('the travel model', () => {
  it('is slower in the rush hours of a working day, and quicker at night, for motors only', () => {
    const at = (mode: 'CAR' | 'FOOT', time: string) => speedAt({ ...model, timezone: 'UTC' }, mode, new Date(time));
    assert.ok(at('CAR', '2026-03-03T08:00:00Z') < at('CAR', '2026-03-03T12:00:00Z'));
    assert.ok(at('CAR', '2026-03-07T08:00:00Z') > at('CAR', '2026-03-03T12:00:00Z'));
    assert.ok(at('CAR', '2026-03-03T23:00:00Z') > at('CAR', '2026-03-03T12:00:00Z'));
    assert.equal(at('FOOT', '2026-03-03T08:00:00Z'), at('FOOT', '2026-03-03T23:00:00Z'));
    const local = speedAt({ ...model, timezone: 'Asia/Tokyo' }, 'CAR', new Date('2026-03-03T12:00:00Z'));
    assert.ok(local > 0 && local === at('CAR', '2026-03-03T21:00:00Z'));
  });

  it('is corrected by the middle of twenty trips, within bounds', () => {
    const trip = (factor: number): Trip => {
      const startedAt = new Date('2026-03-03T12:00:00Z');
      const seconds = travelSeconds(model, 11_132, 'CAR', startedAt) * factor;
      const arrivedAt = new Date(startedAt.getTime() + seconds * 1000);
      return { mode: 'CAR', from: [0, 0], to: [0.1, 0], startedAt, arrivedAt };
    };
    const measured = (factors: number[]) => measureCorrections(factors.map(trip), model.timezone);
    assert.deepEqual(measured(Array(19).fill(1.2)), []);
    const [middle] = measured([...Array(19).fill(1.2), 3, 0.1, 3]);
    assert.ok(Math.abs(middle!.factor - 1.2) < 0.01);
    assert.equal(middle!.trips, 22);
    assert.equal(measured(Array(20).fill(5))[0]!.factor, 1.8);
    assert.equal(measured(Array(20).fill(0.1))[0]!.factor, 0.6);
  });

  it("learns from the organization's own trips, shows what it has learnt, and uses it", async () => {
    const { worker, task, client } = await fleet();
    const dora = await worker([0, 0]);
    await task(dora, [0.01, 0], {});
    const [id] = (await client.get(`/workers/${dora}`)).json.tasks;
    const estimate = async () => {
      const now = server.clock.now().getTime();
      return ((await client.get(`/tasks/${id}`)).json.estimatedArrivalTime - now) / 1000;
    };
    const before = await estimate();
    // Twenty-one finished trips of 1.11 km that took half as long again.
    await server.services.database.transaction(async (tx) => {
      const { organization } = (await client.get(`/tasks/${id}`)).json;
      for (let n = 0; n < 21; n++) await task(dora, [0.01, 0], {});
      await tx.run(sql`
        update dispatch.tasks set state = 3, position = null, start_location = '[0, 0]',
          started_at = ${tx.now}::timestamptz - make_interval(secs => ${before} * 1.5), arrived_at = ${tx.now}
        where organization_id = ${organization} and id <> ${id}`);
    });
    await measureTravel.handle(server.services, {}, signal);
    const learnt = await estimate();
    assert.ok(Math.abs(learnt / before - 1.5) < 0.05, `${learnt} ${before}`);
    const shown = (await client.get('/estimates/model')).json;
    const foot = shown.modes.find(({ mode }: { mode: string }) => mode === 'FOOT');
    assert.ok(Math.abs(foot.correction - 1.5) < 0.05);
    assert.equal(foot.trips, 21);
    assert.deepEqual(shown.bounds, { least: 0.6, most: 1.8 });
  });
});

describe('the times of some tasks', () => {
  const now = () => server.clock.now();
  const degrees = fc.integer({ min: -300, max: 300 }).map((n) => n / 1000);
  const location = fc.tuple(degrees, degrees);

  it('are those of the whole lists, whatever was done before', { timeout: 300_000 }, async () => {
    const { organization, api, worker } = await startFleet(server);
    const workers = [await worker([0, 0]), await worker(), await worker([0.1, 0.1])];
    const { reader } = server.services.database;
    const of = (n: number) => workers[n % workers.length]!;
    const open = async () =>
      reader.all(sql<{ id: string; state: number; workerId: string }>`
        select id, state, worker_id as "workerId" from dispatch.tasks
        where organization_id = ${organization} and state in (1, 2) order by id`);
    const driverOf = (id: string) => workers.find((each) => each.id === id)!.driver;
    const nth = <T>(all: readonly T[], n: number) => all[n % all.length];
    /** Performs an action that may be refused; a refusal does not count as an event. */
    const doIt = async (what: string, n: number, m: number, [lon, lat]: [number, number]) => {
      const tasks = await open();
      const task = nth(tasks, n);
      if (what === 'create' || !task)
        return api.post('/tasks', {
          destination: { address: { city: 'Oakland', country: 'US' }, location: [lon, lat] },
          container: { type: 'WORKER', worker: of(m).id },
          serviceTime: m % 7,
          ...(m % 2 ? { completeBefore: now().getTime() + (m - 50) * 60_000 } : {}),
        });
      if (what === 'move') return api.put(`/containers/workers/${of(m).id}`, { tasks: [m % 3, task.id] });
      if (what === 'go') return of(m).goTo(lon, lat);
      if (what === 'duty') return of(m).driver.post('/driver/duty', { onDuty: n % 2 === 0 });
      if (what === 'delete') return api.delete(`/tasks/${task.id}`);
      const active = tasks.find(({ state, workerId }) => state === 2 && workerId === task.workerId);
      const done = what === 'start' ? task : (active ?? task);
      return driverOf(done.workerId).post(
        `/driver/tasks/${done.id}/${what}`,
        what === 'complete' ? { success: true } : {},
      );
    };
    const step = fc.record({
      what: fc.constantFrom('create', 'create', 'move', 'start', 'start', 'arrive', 'complete', 'go', 'duty', 'delete'),
      n: fc.nat(100),
      m: fc.nat(100),
      at: location,
      some: fc.array(fc.nat(100), { maxLength: 4 }),
    });
    let compared = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      for (const { what, n, m, at, some } of steps) {
        await doIt(what, n, m, at);
        const tasks = await open();
        const ids = [...new Set(some.flatMap((each) => nth(tasks, each)?.id ?? []))];
        const at0 = now();
        const whole = await stopTimesOf(
          reader.of(organization),
          workers.map(({ id }) => id),
          at0,
        );
        const times = await timesOfTasks(reader.of(organization), ids, at0);
        for (const id of ids) assert.deepEqual(times.get(id), whole.get(id));
        for (const { id: taskId, workerId } of tasks.slice(-1)) {
          const time = await timeOfTask(reader.of(organization), server.services, { workerId, taskId }, at0);
          assert.deepEqual(time, whole.get(taskId));
        }
        compared += ids.length;
      }
    });
    await fc.assert(property, { numRuns: 6, endOnFailure: true });
    assert.ok(compared > 0);
  });

  it('cost no more for a start and an arrival where a list is long, and was longer', async () => {
    const { api, worker } = await startFleet(server);
    const dora = await worker([0, 0]);
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    // As where the table is not as small as here.
    for (const method of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`set enable_${method} = off`);
    const rowsOf = async (work: () => Promise<Answer>) => {
      const sent = await sentStatements(async () => {
        const { status, text } = await work();
        assert.equal(status, 200, text);
      });
      const own = sent.filter(({ text }) => /\btimed as \(/.test(text));
      assert.ok(own.length > 0);
      let rows = 0;
      await client.query('analyze');
      for (const statement of own) rows = Math.max(rows, (await planCost(client, statement, 'generic')).rows);
      return rows;
    };
    try {
      const add = async (count: number) => {
        const task = { destination: { address: { city: 'Oakland', country: 'US' }, location: [0.1, 0] } };
        const tasks = Array.from({ length: count }, () => ({
          ...task,
          container: { type: 'WORKER', worker: dora.id },
        }));
        const { json } = await api.post('/tasks/batch', { tasks });
        return json.tasks.map(({ id }: { id: string }) => id) as string[];
      };
      const [first] = await add(1);
      const step = (id: string, name: string) => () =>
        dora.driver.post(`/driver/tasks/${id}/${name}`, name === 'complete' ? { success: true } : {});
      const few = [await rowsOf(step(first!, 'start')), await rowsOf(step(first!, 'arrive'))];
      assert.equal((await step(first!, 'complete')()).status, 200);
      const [next] = await add(100);
      const many = [await rowsOf(step(next!, 'start')), await rowsOf(step(next!, 'arrive'))];
      assert.ok(Math.max(...many) <= 2 * Math.max(...few), `${many} rows, of a list of one ${few}`);
    } finally {
      await client.end();
    }
  });
});
