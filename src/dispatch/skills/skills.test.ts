import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

/** A fleet, with ways to give skills and to have routes proposed. */
async function start() {
  const fleet = await startFleet(server);
  const { api, north } = fleet;
  const give = async (worker: { id: string }, ...skills: string[]) => {
    const answer = await api.put(`/workers/${worker.id}`, { skills });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const waiting = (lon: number, skills: string[], more: object = {}) =>
    fleet.task({ destination: destinationAt(lon), container: { type: 'TEAM', team: north }, skills, ...more });
  const propose = async () => {
    const answer = await api.post(`/teams/${north}/dispatch/plan`, {});
    assert.equal(answer.status, 200, answer.text);
    return until(async () => {
      const { json } = await api.get(`/dispatches/${answer.json.dispatchId}`);
      return json.state === 'PROPOSED' ? json : undefined;
    }, 'the plan');
  };
  return { ...fleet, give, waiting, propose };
}

const nearest = (skills: string[], more: object = {}) => ({ skills, autoAssign: { mode: 'distance', ...more } });

test('skills are kept in one spelling, changed, cleared and searched for', async () => {
  const { api, worker, task, give } = await start();
  const dora = await worker([-122.4, 37.78]);
  assert.deepEqual((await api.get(`/workers/${dora.id}`)).json.skills, []);
  assert.deepEqual((await give(dora, ' Kühlung ', 'LADDER', 'ladder')).skills, ['kühlung', 'ladder']);
  const eva = await worker();
  await give(eva, 'ladder');
  const found = async (skills: string) =>
    (await api.get(`/workers?skills=${encodeURIComponent(skills)}`)).json.map(({ id }: { id: string }) => id);
  assert.deepEqual(await found('Ladder'), [dora.id, eva.id]);
  assert.deepEqual(await found('ladder,KÜHLUNG'), [dora.id]);
  assert.deepEqual(await found('forklift'), []);
  const near = (await api.get('/workers/location?longitude=-122.4&latitude=37.78')).json.workers;
  assert.deepEqual(near[0].skills, ['kühlung', 'ladder']);

  const made = await task({ skills: ['Fridge'] });
  assert.deepEqual(made.skills, ['fridge']);
  assert.deepEqual((await api.post(`/tasks/${made.id}/clone`, {})).json.skills, ['fridge']);
  // Fields that a change does not name stay.
  assert.deepEqual((await api.put(`/tasks/${made.id}`, { notes: 'Ring twice.' })).json.skills, ['fridge']);
  assert.deepEqual((await api.put(`/tasks/${made.id}`, { skills: null })).json.skills, []);
  assert.deepEqual((await give(dora)).skills, []);
});

test('what is no skill is refused, and nothing is written', async () => {
  const { api, worker, task } = await start();
  const [{ id: workerId }, { id }] = [await worker(), await task({ skills: ['fridge'] })];
  const names = (count: number) => Array.from({ length: count }, (_, n) => `skill ${n}`);
  for (const path of [`/workers/${workerId}`, `/tasks/${id}`]) {
    for (const skills of [['a,b'], [' '], ['x'.repeat(41)], names(21), ['<b>']])
      assert.equal((await api.put(path, { skills })).json.message.error, 1000, JSON.stringify(skills));
    for (const skills of ['fridge', [1], [null]])
      assert.equal((await api.put(path, { skills })).json.message.error, 1005, JSON.stringify(skills));
  }
  assert.equal((await api.put(`/workers/${workerId}`, { skills: ['x'.repeat(40), ...names(19)] })).status, 200);
  assert.deepEqual((await api.get(`/tasks/${id}`)).json.skills, ['fridge']);
});

test('automatic assignment passes over whoever lacks a skill, and says so', async () => {
  const { api, worker, task, give } = await start();
  const near = await worker([-122.4, 37.78]);
  const able = await worker([-122.41, 37.78]);
  await give(near, 'ladder');
  await give(able, 'ladder', 'fridge');
  for (const mode of ['distance', 'load']) {
    const chosen = async (skills: string[]) => (await task(nearest(skills, { mode, maxAssignedTaskCount: 99 }))).worker;
    assert.equal(await chosen(['fridge', 'ladder']), able.id, mode);
    assert.equal(await chosen(['forklift']), null, mode);
  }
  const made = await task({ skills: ['fridge'] });
  const preview = (await api.post(`/tasks/${made.id}/assignment/preview`, { mode: 'distance' })).json;
  assert.equal(preview.worker, able.id);
  type Candidate = { worker: string; refusedBecause: string | null; missingSkills: string[] };
  const reasons = (candidates: Candidate[]) =>
    candidates.map((each) => [each.worker, each.refusedBecause, each.missingSkills]);
  const expected = [
    [near.id, 'missingSkill', ['fridge']],
    [able.id, null, []],
  ];
  assert.deepEqual(reasons(preview.candidates), expected);
  assert.deepEqual((await api.post('/tasks/autoAssign', { tasks: [made.id] })).json.assignedTasks, [made.id]);
  const [decision] = (await api.get(`/tasks/${made.id}/assignment`)).json.decisions;
  assert.deepEqual(reasons(decision.candidates), expected);
  // By hand dispatch gives a task to anybody.
  const put = await api.put(`/containers/workers/${near.id}`, { tasks: [-1, made.id] });
  assert.equal(put.status, 200, put.text);
});

test('what comes along asks for its skills too', async () => {
  const { worker, task, give } = await start();
  const near = await worker([-122.4, 37.78]);
  const able = await worker([-122.41, 37.78]);
  await give(near, 'ladder');
  await give(able, 'ladder', 'fridge');
  const parent = await task({ skills: ['fridge'] });
  const together = { ...nearest(['ladder'], { considerDependencies: true }), dependencies: [parent.id] };
  assert.equal((await task(together)).worker, able.id);
  assert.equal((await task({ ...together, dependencies: [] })).worker, near.id);
});

test('a driver takes no task that asks for what they cannot do', async () => {
  const { api, worker, north, give, waiting } = await start();
  await api.put(`/teams/${north}`, { enableSelfAssignment: true });
  const dora = await worker([-122.4, 37.78]);
  const { id } = await waiting(-122.4, ['fridge']);
  const offered = async () => (await dora.driver.get('/driver/tasks/available')).json.tasks.length;
  assert.equal(await offered(), 0);
  const refused = await dora.driver.post(`/driver/tasks/${id}/self-assign`, {});
  assert.equal(refused.json.message.error, 1000, refused.text);
  assert.match(refused.json.message.cause, /fridge/);
  await give(dora, 'fridge');
  assert.equal(await offered(), 1);
  assert.equal((await dora.driver.post(`/driver/tasks/${id}/self-assign`, {})).status, 200);
});

test('routes go to whoever is able; what nobody is able to do is left out with SKILL', async () => {
  const { worker, give, waiting, propose, task } = await start();
  const near = await worker([-122.2, 37.78]);
  const able = await worker([-122.5, 37.78]);
  await give(able, 'fridge', 'ladder');
  const cold = await waiting(-122.401, ['fridge']);
  const plain = await waiting(-122.21, []);
  const nobodys = await waiting(-122.403, ['forklift']);
  // A drop-off that asks for more than its pick-up takes the pick-up with it.
  const pickup = await waiting(-122.399, [], { pickupTask: true });
  const dropoff = await waiting(-122.398, ['ladder'], { dependencies: [pickup.id] });
  // A linked task that a worker already has decides the worker, and is not checked itself.
  const given = await task({
    destination: destinationAt(-122.2),
    skills: ['forklift'],
    container: { type: 'WORKER', worker: near.id },
  });
  const bound = await waiting(-122.404, ['fridge'], { dependencies: [given.id] });
  const { plan, unassignedTasks } = await propose();
  const holder = (id: string) => plan.routes.find(({ tasks }: { tasks: string[] }) => tasks.includes(id))?.worker;
  assert.equal(holder(cold.id), able.id);
  assert.equal(holder(plain.id), near.id);
  assert.equal(holder(pickup.id), able.id);
  assert.equal(holder(dropoff.id), able.id);
  assert.deepEqual(
    unassignedTasks.map(({ task: id, reason }: { task: string; reason: string }) => [id, reason]).toSorted(),
    [
      [nobodys.id, 'SKILL'],
      [bound.id, 'SKILL'],
    ].toSorted(),
  );
});

test('a skill that is lost between the plan and its acceptance keeps the task where it is', async () => {
  const { api, worker, give, waiting, propose } = await start();
  const able = await worker([-122.4, 37.78]);
  await give(able, 'fridge');
  const [cold, plain] = [await waiting(-122.401, ['fridge']), await waiting(-122.402, [])];
  const { id } = await propose();
  await give(able);
  const { json } = await api.post(`/dispatches/${id}/accept`);
  assert.deepEqual(json.assignedTasks, [{ worker: able.id, tasks: [plain.id] }]);
  assert.deepEqual(json.unassignedTasks, [{ task: cold.id, reason: 'SKILL' }]);
});
