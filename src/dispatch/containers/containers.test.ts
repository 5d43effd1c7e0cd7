import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { destinationAt, startFleet, type TestDriver } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { doAddDelegatee } from '../organization/actions.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

type Fleet = Awaited<ReturnType<typeof startFleet>>;

async function tasks(fleet: Fleet, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let n = 0; n < count; n++) made.push((await fleet.task()).id);
  return made;
}

test('a container that was never used is there, and an unknown one is not', async () => {
  const fleet = await startFleet(server);
  const { api, north, organization } = fleet;
  const { id } = await fleet.worker();
  const { json } = await api.get(`/containers/workers/${id}`);
  assert.match(json.id, /^[a-f0-9]{24}$/);
  assert.deepEqual([json.type, json.worker, json.tasks, json.activeTask], ['WORKER', id, [], null]);
  await fleet.task({ container: { type: 'WORKER', worker: id } });
  const used = (await api.get(`/containers/workers/${id}`)).json;
  assert.deepEqual([used.id, used.timeCreated], [json.id, json.timeCreated]);
  assert.equal((await api.put(`/containers/${json.id}`, { tasks: [-1] })).json.timeCreated, json.timeCreated);
  const none = (await api.get(`/containers/organizations/${organization}`)).json;
  await fleet.task();
  const one = (await api.get(`/containers/organizations/${organization}`)).json;
  assert.deepEqual([one.id, one.timeCreated], [none.id, none.timeCreated]);
  assert.equal((await api.get(`/containers/teams/${north}`)).json.team, north);
  assert.equal((await api.get(`/containers/organization/${organization}`)).json.type, 'ORGANIZATION');
  const stranger = await startFleet(server);
  for (const path of [
    `workers/${'a'.repeat(24)}`,
    `teams/${id}`,
    `organizations/${stranger.organization}`,
    `teams/${stranger.north}`,
    `fleets/${id}`,
    `constructor/${id}`,
  ]) {
    const { json } = await api.get(`/containers/${path}`);
    assert.deepEqual([json.code, json.message.error], ['ResourceNotFound', 1402], path);
  }
  assert.equal((await api.get('/containers/workers/short')).json.message.error, 1005);
});

test('insertion by index, also of tasks that are in the container already', async () => {
  const fleet = await startFleet(server);
  const { api, organization, north } = fleet;
  const [a, b, c, d] = (await tasks(fleet, 4)) as [string, string, string, string];
  const put = async (type: string, id: string, body: object) => {
    const { json, text } = await api.put(`/containers/${type}/${id}`, body);
    assert.ok(json.tasks, text);
    return json.tasks;
  };
  assert.deepEqual(await put('organizations', organization, { tasks: [2, a] }), [b, a, c, d]);
  assert.deepEqual(await put('organization', organization, { tasks: [0, d] }), [d, b, a, c]);
  assert.deepEqual(await put('organizations', organization, { tasks: [-1, d] }), [b, a, c, d]);
  assert.deepEqual(await put('organizations', organization, { tasks: [1e300, b] }), [a, c, d, b]);
  assert.deepEqual(await put('teams', north, { tasks: [0, b, a] }), [b, a]);
  assert.deepEqual(await put('teams', north, { tasks: [1, c] }), [b, c, a]);
  assert.deepEqual(await fleet.container('organizations', organization), [d]);
  assert.deepEqual(await put('teams', north, { tasks: [0] }), [b, c, a]);
});

test('replacement is for workers; what is left out goes to the organization', async () => {
  const fleet = await startFleet(server);
  const { api, organization, north } = fleet;
  const { id } = await fleet.worker();
  const [a, b, c] = (await tasks(fleet, 3)) as [string, string, string];
  const put = (body: object, type = 'workers', owner = id) => api.put(`/containers/${type}/${owner}`, body);
  assert.deepEqual((await put({ tasks: [a, b] })).json.tasks, [a, b]);
  assert.equal((await api.get(`/tasks/${a}`)).json.worker, id);
  assert.equal((await api.get(`/tasks/${a}`)).json.state, 1);
  assert.deepEqual((await put({ tasks: [c, b] })).json.tasks, [c, b]);
  assert.deepEqual(await fleet.container('organizations', organization), [a]);
  assert.equal((await api.get(`/tasks/${a}`)).json.state, 0);
  assert.equal((await api.get(`/tasks/${a}`)).json.worker, null);
  assert.deepEqual((await put({ tasks: [] })).json.tasks, []);
  assert.deepEqual(await fleet.container('organizations', organization), [a, c, b]);
  for (const [body, error, type, owner] of [
    [{ tasks: [a] }, 1000, 'teams', north],
    [{ tasks: [a, 0] }, 1000],
    [{ tasks: [a, a] }, 1000],
    [{ tasks: [-2, a] }, 1000],
    [{ tasks: [1.5, a] }, 1005],
    [{ tasks: ['x'] }, 1005],
    [{ tasks: ['a'.repeat(24)] }, 1402],
    [{}, 1900],
    [{ tasks: 'all' }, 1005],
    [{ tasks: [a], versions: { [a]: 'x' } }, 1000],
    [{ tasks: [a], versions: 7 }, 1005],
    [{ tasks: [a], versions: { [a]: 1e300 } }, 2401],
  ] as [object, number, string?, string?][]) {
    const { json } = await put(body, type, owner);
    assert.equal(json.message?.error, error, JSON.stringify(body));
  }
});

test('considerDependencies takes parents before and children after', async () => {
  const fleet = await startFleet(server);
  const { id } = await fleet.worker();
  const parent = (await fleet.task()).id;
  const task = (await fleet.task({ dependencies: [parent] })).id;
  const child = (await fleet.task({ dependencies: [task] })).id;
  const { json } = await fleet.api.put(`/containers/workers/${id}`, { tasks: [-1, task], considerDependencies: true });
  assert.deepEqual(json.tasks, [parent, task, child]);
});

test('moves agree with a model, wherever and however often tasks are put', async () => {
  const fleet = await startFleet(server);
  const workers = [await fleet.worker(), await fleet.worker()];
  const all = await tasks(fleet, 8);
  const owners: [string, string][] = [
    ['organizations', fleet.organization],
    ['teams', fleet.north],
    ...workers.map((worker): [string, string] => ['workers', worker.id]),
  ];
  const model = new Map<string, string[]>(owners.map(([, id]) => [id, []]));
  model.set(fleet.organization, all);
  const move = fc.record({
    owner: fc.nat({ max: owners.length - 1 }),
    index: fc.oneof(fc.constant(-1), fc.nat({ max: 9 }), fc.constant('replace' as const)),
    tasks: fc.uniqueArray(fc.nat({ max: all.length - 1 }), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 8 }), async (moves) => {
      let undone: (() => Promise<void>) | undefined;
      for (const { owner, index, tasks } of moves) {
        const [type, id] = owners[owner]!;
        if (index === 'replace' && type !== 'workers') continue;
        const ids = tasks.map((n) => all[n]!);
        const before = new Map(model);
        const { status, text, json } = await fleet.api.put(`/containers/${type}/${id}`, {
          tasks: index === 'replace' ? ids : [index, ...ids],
        });
        assert.equal(status, 200, text);
        apply(model, fleet.organization, id, index, ids);
        undone = async () => {
          for (const [owner, list] of before) model.set(owner, list);
          for (const step of json.undo) await takeBack(fleet, step);
        };
      }
      for (const [type, id] of owners) assert.deepEqual(await fleet.container(type, id), model.get(id));
      // The last one is taken back, step by step, each on the condition that nobody else has changed the list.
      await undone?.();
      for (const [type, id] of owners) assert.deepEqual(await fleet.container(type, id), model.get(id));
    }),
    { numRuns: 25 },
  );
  // A follower of the changes has the same lists, whatever else happens to the tasks.
  const [dora, emil] = workers as [TestDriver, TestDriver];
  await fleet.task({ container: { type: 'WORKER', worker: dora.id } });
  assert.equal((await fleet.api.post('/tasks/batch', { tasks: [{ destination: destinationAt() }] })).status, 200);
  await fleet.api.put(`/containers/workers/${dora.id}`, { tasks: [-1, ...all.slice(0, 3)] });
  assert.equal((await dora.driver.post(`/driver/tasks/${all[1]}/start`, {})).status, 200);
  const done = await fleet.api.post(`/tasks/${all[1]}/complete`, { completionDetails: { success: true } });
  assert.equal(done.status, 200, done.text);
  assert.equal((await fleet.api.delete(`/tasks/${all[2]}`)).status, 200);
  await fleet.api.put(`/containers/workers/${emil.id}`, { tasks: [0, all[4], all[5]] });
  assert.equal((await fleet.api.delete(`/workers/${emil.id}`)).status, 200);
  const followed = await followLists(fleet.organization);
  for (const [type, id] of owners.slice(0, 3)) {
    const list = (await fleet.api.get(`/containers/${type}/${id}`)).json;
    assert.deepEqual(followed.get(list.id), list.tasks, type);
  }
});

interface UndoStep {
  container: { type: string } & Record<string, string>;
  version: number;
  index: number | null;
  tasks: string[];
}

async function takeBack({ api }: Fleet, { container, version, index, tasks }: UndoStep) {
  const name = container.type.toLowerCase();
  const body = { tasks: index === null ? tasks : [index, ...tasks] };
  const headers = { 'if-match': `"${version}"` };
  const answer = await api.request('PUT', `/containers/${name}s/${container[name]}`, body, headers);
  assert.equal(answer.status, 200, answer.text);
}

interface ListEvent {
  container: {
    id: string;
    removed: string[];
    inserted: { index: number; ids: string[] } | null;
    version: number;
  };
}

/** The lists of an organization's containers as the log of its changes makes them, each change one version further. */
async function followLists(organizationId: string): Promise<Map<string, string[]>> {
  const events = await server.services.database.reader.all(sql<{ payload: ListEvent }>`
    select payload from platform.event_log where organization_id = ${organizationId} and kind = 'container' order by id`);
  const lists = new Map<string, string[]>();
  const versions = new Map<string, number>();
  for (const { payload } of events) {
    const { id, removed, inserted, version } = payload.container;
    assert.equal(version, (versions.get(id) ?? 0) + 1);
    versions.set(id, version);
    const list = lists.get(id) ?? [];
    assert.ok(removed.every((task) => list.includes(task)));
    const rest = list.filter((task) => !removed.includes(task));
    if (inserted) rest.splice(inserted.index, 0, ...inserted.ids);
    lists.set(id, rest);
  }
  return lists;
}

/** Applies a move to plain lists as the specification describes it. */
function apply(model: Map<string, string[]>, home: string, id: string, index: number | 'replace', ids: string[]) {
  const before = model.get(id)!;
  const at = index === 'replace' || index === -1 ? before.length : Math.min(index, before.length);
  const staying = (list: string[]) => list.filter((task) => !ids.includes(task));
  const dropped = index === 'replace' ? staying(before) : [];
  const list = index === 'replace' ? ids : [...staying(before.slice(0, at)), ...ids, ...staying(before.slice(at))];
  for (const [owner, own] of model) model.set(owner, staying(own));
  model.set(id, list);
  model.set(home, [...model.get(home)!, ...dropped]);
}

test('many insertions at one place find room', async () => {
  const fleet = await startFleet(server);
  const [first, ...others] = (await tasks(fleet, 3)) as [string, string, string];
  const put = (body: object) => fleet.api.put(`/containers/teams/${fleet.north}`, body);
  await put({ tasks: [0, first, ...others] });
  let [x, y] = others as [string, string];
  // Each time the last two change places, always between the same neighbours.
  for (let n = 0; n < 60; n++) {
    const { json } = await put({ tasks: [1, y] });
    assert.deepEqual(json.tasks, [first, y, x]);
    [x, y] = [y, x];
  }
});

test('parallel moves leave each task in exactly one container', async () => {
  const fleet = await startFleet(server);
  const workers = await Promise.all([fleet.worker(), fleet.worker(), fleet.worker()]);
  const all = await tasks(fleet, 10);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const ids = [all[(n * 3) % 10]!, all[(n * 7 + 1) % 10]!].filter((id, i, list) => list.indexOf(id) === i);
      const worker = workers[n % 3]!.id;
      return n % 5 === 0
        ? fleet.api.put(`/containers/workers/${worker}`, { tasks: ids })
        : fleet.api.put(`/containers/workers/${worker}`, { tasks: [n % 4, ...ids] });
    }),
  );
  for (const answer of answers) assert.ok([200, 412].includes(answer.status), answer.text);
  const lists = [
    await fleet.container('organizations', fleet.organization),
    ...(await Promise.all(workers.map((worker) => fleet.container('workers', worker.id)))),
  ];
  assert.deepEqual(lists.flat().sort(), [...all].sort());
  for (const [n, worker] of workers.entries())
    for (const id of lists[n + 1]!) assert.equal((await fleet.api.get(`/tasks/${id}`)).json.worker, worker.id);
});

test("a deleted worker's tasks go to the organization in their order", async () => {
  const fleet = await startFleet(server);
  const { id } = await fleet.worker();
  const [a, b] = (await tasks(fleet, 2)) as [string, string];
  await fleet.api.put(`/containers/workers/${id}`, { tasks: [b, a] });
  assert.equal((await fleet.api.delete(`/workers/${id}`)).status, 200);
  assert.deepEqual(await fleet.container('organizations', fleet.organization), [b, a]);
  assert.equal((await fleet.api.get(`/containers/workers/${id}`)).json.message.error, 1402);
});

test('what loses its place falls into an organization that is full; nobody puts more in', async () => {
  const fleet = await startFleet(server);
  const { api, organization, north } = fleet;
  const { id } = await fleet.worker();
  const [a, b, c, d] = (await tasks(fleet, 4)) as [string, string, string, string];
  await api.put(`/containers/workers/${id}`, { tasks: [b, c] });
  await api.put(`/containers/teams/${north}`, { tasks: [0, d] });
  await server.services.database.transaction((tx) =>
    tx.run(sql`update dispatch.containers set task_count = 10000 where owner_id = ${organization}`),
  );
  assert.equal((await api.post('/tasks', { destination: destinationAt() })).json.message.error, 1000);
  assert.equal((await api.put(`/containers/workers/${id}`, { tasks: [b] })).status, 200);
  for (const path of [`/workers/${id}`, `/teams/${north}`]) {
    const { status, text } = await api.delete(path);
    assert.equal(status, 200, text);
  }
  assert.deepEqual(await fleet.container('organizations', organization), [a, c, b, d]);
  // They can still be put in order.
  const ordered = await api.put(`/containers/organizations/${organization}`, { tasks: [0, d] });
  assert.deepEqual(ordered.json.tasks, [d, a, c, b], ordered.text);
});

test('a container known by its own ID', async () => {
  const { api, worker, task, container } = await startFleet(server);
  const dora = await worker();
  const [first, second] = [await task(), await task()];
  await api.put(`/containers/workers/${dora.id}`, { tasks: [-1, first.id] });
  const { id } = (await api.get(`/containers/workers/${dora.id}`)).json;
  const updated = await api.put(`/containers/${id}`, { tasks: [0, second.id] });
  assert.equal(updated.status, 200, updated.text);
  assert.deepEqual(updated.json.tasks, [second.id, first.id]);
  assert.deepEqual(await container('workers', dora.id), [second.id, first.id]);
  const stranger = await startFleet(server);
  assert.equal((await stranger.api.put(`/containers/${id}`, { tasks: [-1] })).json.message.error, 1402);
  assert.equal((await api.delete(`/workers/${dora.id}`)).status, 200);
  assert.equal((await api.put(`/containers/${id}`, { tasks: [-1, first.id] })).json.message.error, 1402);
});

test('a dropped task goes to the organization container of its executor, whoever had it created', async () => {
  const shop = await startFleet(server);
  const hired = await startFleet(server);
  await server.services.database.transaction((tx) => doAddDelegatee(tx, hired.organization), {
    organizationId: shop.organization,
  });
  const ordered = await shop.task({ executor: hired.organization });
  const own = await hired.task();
  const { id: worker } = await hired.worker();
  const taken = await hired.api.put(`/containers/workers/${worker}`, { tasks: [own.id, ordered.id] });
  assert.deepEqual(taken.json.tasks, [own.id, ordered.id]);
  assert.equal((await hired.api.put(`/containers/workers/${worker}`, { tasks: [] })).status, 200);
  assert.deepEqual(await hired.container('organizations', hired.organization), [own.id, ordered.id]);
  assert.deepEqual(await shop.container('organizations', shop.organization), []);
  // Nobody reaches into another organization's container, in neither direction.
  for (const [api, id] of [
    [shop.api, hired.organization],
    [hired.api, shop.organization],
  ] as const) {
    assert.equal((await api.get(`/containers/organizations/${id}`)).json.message.error, 1402);
    assert.equal((await api.put(`/containers/organizations/${id}`, { tasks: [-1] })).json.message.error, 1402);
  }
});
