import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { until } from '../../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

/** Request in the terms of VROOM's API. */
interface Question {
  vehicles: { id: number; start_index: number; capacity: number[]; skills: number[]; profile: string }[];
  jobs: { id: number; location_index: number; delivery: number[]; skills?: number[]; priority?: number }[];
  matrices: Record<string, { durations: number[][] }>;
}

/** Gives all jobs, the last one first, to the first vehicle. */
async function startVroom() {
  const asked: Question[] = [];
  const vroom = { asked, answers: true, url: '', stop: () => server.close() };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const question = JSON.parse(text) as Question;
    asked.push(question);
    const steps = question.jobs.toReversed().map(({ id }) => ({ type: 'job', id, arrival: 0 }));
    const route = { vehicle: question.vehicles[0]!.id, steps: [{ type: 'start' }, ...steps, { type: 'end' }] };
    const summary = { cost: 0, unassigned: 0 };
    const answer = { code: 0, summary, unassigned: [], routes: [route] };
    response
      .writeHead(vroom.answers ? 200 : 500)
      .end(JSON.stringify(vroom.answers ? answer : { code: 1, error: 'no' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vroom.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return vroom;
}

test('VROOM plans the routes where it is configured; what it cannot, or says wrong, the embedded solver does', async () => {
  const vroom = await startVroom();
  try {
    await using server = await startTestServer({ vroomUrl: vroom.url });
    const { api, north, worker, task } = await startFleet(server);
    const dora = await worker([-122.5, 37.78]);
    const waiting = (lon: number, more = {}) =>
      task({ destination: destinationAt(lon), container: { type: 'TEAM', team: north }, ...more });
    const [near, far] = [await waiting(-122.49), await waiting(-122.48)];
    const planned = async () => {
      const { dispatchId } = (await api.post(`/teams/${north}/dispatch/plan`, { routeEnd: null, maxAllowedDelay: 0 }))
        .json;
      const done = await until(async () => {
        const { json } = await api.get(`/dispatches/${dispatchId}`);
        return json.state === 'PROPOSED' ? json : undefined;
      }, 'the plan');
      return done.plan.routes[0].tasks;
    };
    // It is taken at its word, though there is a shorter way.
    assert.deepEqual(await planned(), [far.id, near.id]);
    const [question] = vroom.asked;
    assert.deepEqual(question!.jobs[0]!.delivery[0], 1000);
    assert.equal(question!.vehicles[0]!.start_index, 2);
    const { durations } = question!.matrices[question!.vehicles[0]!.profile]!;
    assert.ok(durations[2]![0]! > 0 && durations[2]![0]! < durations[2]![1]!);

    vroom.answers = false;
    assert.deepEqual(await planned(), [near.id, far.id]);
    vroom.answers = true;
    // Too late: the last one first breaks a rule.
    const soon = { completeBefore: server.clock.now().getTime() + 7 * 60_000 };
    assert.equal((await api.put(`/tasks/${near.id}`, soon)).status, 200);
    assert.equal((await api.put(`/workers/${dora.id}`, { vehicle: { type: 'CAR' } })).status, 200);
    const asked = vroom.asked.length;
    assert.deepEqual(await planned(), [near.id, far.id]);
    assert.equal(vroom.asked.length, asked + 1);
    await waiting(-122.47, { dependencies: [near.id] });
    assert.equal((await planned()).length, 3);
    assert.equal(vroom.asked.length, asked + 1);
  } finally {
    vroom.stop();
  }
});
