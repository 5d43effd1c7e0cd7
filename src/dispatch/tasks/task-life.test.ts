import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('a worker starts and completes tasks; repeats change nothing', async () => {
  const { api, worker, task } = await startFleet(server);
  const { id, driver } = await worker();
  const own = { container: { type: 'WORKER', worker: id } };
  const [a, b] = [await task(own), await task(own)];
  const time = server.clock.now().getTime() - 5000;
  const start = () => driver.post(`/driver/tasks/${a.id}/start`, { actionId: 'start a', time });
  const started = await start();
  assert.equal(started.status, 200, started.text);
  assert.equal(started.json.state, 2);
  assert.deepEqual(started.json.completionDetails.events, [{ name: 'start', time }]);
  server.clock.advance(1000);
  assert.deepEqual((await start()).json, started.json);

  const container = (await api.get(`/containers/workers/${id}`)).json;
  assert.deepEqual([container.activeTask, container.tasks], [a.id, [b.id]]);
  const seen = (await api.get(`/workers/${id}`)).json;
  assert.deepEqual([seen.activeTask, seen.tasks], [a.id, [b.id]]);
  const mine = (await driver.get('/driver/tasks')).json.tasks.map((one: { id: string }) => one.id);
  assert.deepEqual(mine, [a.id, b.id]);

  // One at a time, and none twice.
  assert.equal((await driver.post(`/driver/tasks/${b.id}/start`, {})).json.message.error, 1000);
  assert.equal((await driver.post(`/driver/tasks/${a.id}/start`, {})).json.message.error, 1000);
  // A started task has left its container and cannot be put into one, nor deleted.
  assert.equal((await api.put(`/containers/workers/${id}`, { tasks: [-1, a.id] })).json.message.error, 1000);
  assert.equal((await api.delete(`/tasks/${a.id}`)).json.message.error, 1000);
  assert.equal((await api.delete(`/workers/${id}`)).json.message.error, 1000);

  const complete = () =>
    driver.post(`/driver/tasks/${a.id}/complete`, { actionId: 'complete a', success: true, notes: 'Left at the door' });
  const completed = await complete();
  assert.equal(completed.json.state, 3);
  assert.equal(completed.json.completionDetails.success, true);
  assert.equal(completed.json.completionDetails.notes, 'Left at the door');
  assert.deepEqual((await complete()).json, completed.json);
  assert.equal((await driver.post(`/driver/tasks/${a.id}/complete`, { success: true })).json.message.error, 1000);
  assert.equal((await driver.post(`/driver/tasks/${b.id}/complete`, { success: true })).json.message.error, 1000);
  assert.equal((await driver.post(`/driver/tasks/${b.id}/complete`, {})).json.message.error, 1900);
  assert.equal((await api.get(`/containers/workers/${id}`)).json.activeTask, null);
  assert.deepEqual((await api.get(`/tasks/${a.id}`)).json, completed.json);
  // A completed task is the record of a delivery.
  const deletion = await api.delete(`/tasks/${a.id}`);
  assert.deepEqual([deletion.status, deletion.json.message.error], [400, 1000]);
  assert.equal((await api.delete(`/tasks/${b.id}`)).status, 200);
});

test("another worker's task is no task", async () => {
  const { worker, task } = await startFleet(server);
  const [one, other] = [await worker(), await worker()];
  const theirs = await task({ container: { type: 'WORKER', worker: other.id } });
  const free = await task();
  for (const { id } of [theirs, free, { id: 'a'.repeat(24) }]) {
    assert.equal((await one.driver.post(`/driver/tasks/${id}/start`, {})).json.message.error, 1402);
    assert.equal((await one.driver.post(`/driver/tasks/${id}/complete`, { success: true })).json.message.error, 1402);
    assert.equal((await one.driver.post(`/driver/tasks/${id}/self-assign`, {})).json.message.error, 1402);
  }
  assert.equal((await one.driver.get(`/tasks/${theirs.id}`)).json.message.error, 1300);
});

test('dependencies first; required notes are required', async () => {
  const { worker, task } = await startFleet(server);
  const { id, driver } = await worker();
  const own = { container: { type: 'WORKER', worker: id } };
  const first = await task({ ...own, requirements: { notes: true } });
  const second = await task({ ...own, dependencies: [first.id] });
  assert.equal((await driver.post(`/driver/tasks/${second.id}/start`, {})).json.message.error, 1000);
  await driver.post(`/driver/tasks/${first.id}/start`, {});
  assert.equal((await driver.post(`/driver/tasks/${first.id}/complete`, { success: true })).json.message.error, 1000);
  await driver.post(`/driver/tasks/${first.id}/complete`, { success: true, notes: 'done' });
  assert.equal((await driver.post(`/driver/tasks/${second.id}/start`, {})).status, 200);
});

test('workers take tasks of teams that let them', async () => {
  const { team, worker, task, container } = await startFleet(server);
  const open = await team('Open', { enableSelfAssignment: true });
  const closed = await team('Closed');
  const [a, b, c] = [
    await worker(undefined, 'Open'),
    await worker(undefined, 'Open'),
    await worker(undefined, 'Closed'),
  ];
  const wanted = await task({ container: { type: 'TEAM', team: open } });
  const retained = await task({ container: { type: 'TEAM', team: closed } });
  const shown = async ({ driver }: typeof a) =>
    (await driver.get('/driver/tasks/available')).json.tasks.map(({ id }: { id: string }) => id);
  assert.deepEqual([await shown(a), await shown(c)], [[wanted.id], []]);
  assert.equal((await c.driver.post(`/driver/tasks/${retained.id}/self-assign`, {})).json.message.error, 1000);
  assert.equal((await c.driver.post(`/driver/tasks/${wanted.id}/self-assign`, {})).json.message.error, 1402);
  const answers = await Promise.all(
    [a, b].map(({ driver }) => driver.post(`/driver/tasks/${wanted.id}/self-assign`, {})),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 404]);
  assert.equal([...(await container('workers', a.id)), ...(await container('workers', b.id))].length, 1);
  assert.deepEqual(await shown(a), []);
});

test('updates, and what each state allows', async () => {
  const { api, worker, task, north } = await startFleet(server);
  const { id, driver } = await worker();
  const created = await task({ notes: 'old', metadata: [{ name: 'a', type: 'number', value: 1 }] });
  const put = (body: object) => api.put(`/tasks/${created.id}`, body);
  const changed = await put({
    notes: 'new',
    recipientName: 'Nina',
    metadata: { $set: [{ name: 'b', type: 'string', value: 'x' }] },
    destination: destinationAt(1, 2),
    container: { type: 'WORKER', worker: id },
    recipients: [{ name: 'Rita', phone: '+14155550123' }],
  });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.json.notes, 'new');
  assert.equal(changed.json.worker, id);
  assert.deepEqual(changed.json.destination.location, [1, 2]);
  assert.deepEqual(
    changed.json.metadata.map((item: { name: string }) => item.name),
    ['a', 'b'],
  );
  const { undo, ...now } = changed.json;
  assert.deepEqual((await api.get(`/tasks/${created.id}`)).json, now);
  assert.deepEqual(undo[0].tasks, [created.id]);
  assert.equal((await put({ completeAfter: 5, completeBefore: 4 })).json.message.error, 1009);
  assert.equal((await put({ notes: 1 })).json.message.error, 1005);
  const child = await task({ dependencies: [created.id] });
  assert.equal((await put({ dependencies: [child.id] })).json.message.error, 1000);
  assert.equal((await put({ dependencies: [created.id] })).json.message.error, 1000);
  assert.equal((await put({ state: 3, shortId: 'x' })).json.state, 1);

  await driver.post(`/driver/tasks/${created.id}/start`, {});
  assert.equal((await put({ quantity: 5 })).json.message.error, 1000);
  assert.equal((await put({ container: { type: 'TEAM', team: north } })).json.message.error, 1000);
  // client: gonfleet sends `pickupTask` with every update, changed or not.
  assert.equal((await put({ notes: 'underway', pickupTask: false })).json.notes, 'underway');
  assert.equal((await put({ notes: 'x', pickupTask: true })).json.message.error, 1000);
  assert.equal((await put({ dependencies: [] })).status, 200);
  assert.equal((await put({ dependencies: [(await task()).id] })).json.message.error, 1000);
  assert.equal((await api.post(`/tasks/${created.id}/complete`, { completionDetails: { success: false } })).text, '');
  assert.equal((await put({ notes: 'too late' })).json.message.error, 1000);
  assert.equal((await put({ metadata: [], pickupTask: false })).json.metadata.length, 0);
  assert.equal(
    (await api.post(`/tasks/${created.id}/complete`, { completionDetails: { success: true } })).json.message.error,
    1000,
  );
  assert.equal((await api.put(`/tasks/${'a'.repeat(24)}`, {})).json.message.error, 1402);
});

test('clones', async () => {
  const { api, worker, task, organization } = await startFleet(server);
  const { id } = await worker();
  const parent = await task();
  const source = await task({
    container: { type: 'WORKER', worker: id },
    notes: 'source',
    metadata: [{ name: 'a', type: 'number', value: 1 }],
    dependencies: [parent.id],
    barcodes: [{ data: btoa('x') }, {}],
  });
  const clone = (body?: unknown) => api.post(`/tasks/${source.id}/clone`, body);
  for (const body of [undefined, null, {}]) {
    const { json, text } = await clone(body);
    assert.equal(json.sourceTaskId, source.id, text);
    assert.notEqual(json.shortId, source.shortId);
    assert.deepEqual([json.notes, json.metadata, json.dependencies, json.state], ['source', [], [], 0]);
    assert.deepEqual(json.container, { type: 'ORGANIZATION', organization });
  }
  const options = {
    includeMetadata: true,
    includeBarcodes: true,
    includeDependencies: true,
    overrides: { notes: 'other', serviceTime: 9 },
  };
  for (const body of [options, { options }]) {
    const { json } = await clone(body);
    assert.deepEqual([json.notes, json.serviceTime, json.dependencies], ['other', 9, [parent.id]]);
    assert.equal(json.metadata.length, 1);
    assert.deepEqual(json.barcodes.required, [{ data: btoa('x'), blockCompletion: false }, { blockCompletion: false }]);
  }
});

test('what nothing follows is refused, and not dropped', async () => {
  const { api, task, north } = await startFleet(server);
  const { id, destination } = await task({ priority: null, requirements: { signature: null } });
  const refusals: [Promise<{ status: number; json: { message: { error: number; cause: string } } }>, RegExp][] = [
    [api.put(`/tasks/${id}`, { requirements: { sobriety: true } }), /^requirements\.sobriety is not known/],
    [api.put(`/tasks/${id}`, { priority: 3 }), /^priority is not supported/],
    [
      api.put(`/tasks/${id}`, { autoAssign: { mode: 'distance' } }),
      /^autoAssign can only be set when a task is created/,
    ],
    [api.post(`/tasks/${id}/clone`, { overrides: { merchant: north } }), /^overrides\.merchant cannot be overridden/],
    [api.post(`/tasks/${id}/clone`, { options: { overrides: { container: {} } } }), /cannot be overridden/],
    [api.post('/tasks/autoAssign', { tasks: [id], options: { team: north, teams: [north] } }), /cannot be combined/],
    [
      api.put(`/destinations/${destination.id}`, { address: { unparsed: '1 Elm St' } }),
      /address of a destination cannot be changed/,
    ],
  ];
  for (const [answer, cause] of refusals) {
    const { status, json } = await answer;
    assert.deepEqual([status, json.message.error], [400, 1000]);
    assert.match(json.message.cause, cause);
  }
  const { json } = await api.post('/tasks/batch', { tasks: [{ destination: destination.id, group: 'VIP' }] });
  assert.deepEqual([json.tasks, json.errors[0].error.error], [[], 1000]);
  const clone = await api.post(`/tasks/${id}/clone`, { overrides: { quantity: 3, requirements: { photo: true } } });
  assert.deepEqual([clone.json.quantity, clone.json.requirements.photo], [3, true], clone.text);
  const same = await api.put(`/destinations/${destination.id}`, { ...destination, notes: 'Ring twice' });
  assert.deepEqual([same.status, same.json.notes], [200, 'Ring twice'], same.text);
});

test('each change is told to the webhook of its trigger', async () => {
  const receiver = await Receiver.start();
  try {
    const { api, worker, task } = await startFleet(server);
    const { id, driver } = await worker([0, 0]);
    for (const trigger of [0, 3, 4, 6, 7, 8, 9, 10, 13])
      assert.equal((await api.post('/webhooks', { url: receiver.url, name: 'all', trigger })).status, 200);
    const container = { type: 'WORKER', worker: id };
    const direct = await task({ container });
    const automatic = await task({ autoAssign: { mode: 'distance' } });
    const free = await task();
    await api.put(`/containers/workers/${id}`, { tasks: [-1, free.id] });
    await api.put(`/containers/workers/${id}`, { tasks: [direct.id, automatic.id] });
    await driver.post(`/driver/tasks/${direct.id}/start`, {});
    await driver.post(`/driver/tasks/${direct.id}/complete`, { success: true });
    await driver.post(`/driver/tasks/${automatic.id}/start`, {});
    await api.post(`/tasks/${automatic.id}/complete`, {
      completionDetails: { success: false, failureReason: 'NOT_HOME' },
    });
    await api.put(`/tasks/${free.id}`, { notes: 'changed' });
    const cloned = (await api.post(`/tasks/${free.id}/clone`)).json;
    await api.delete(`/tasks/${free.id}`);
    await until(() => receiver.deliveries.length >= 13, 'all deliveries');
    const received = receiver.deliveries.map(({ body }) => `${body.triggerName} ${body.taskId}`).sort();
    assert.deepEqual(
      received,
      [
        // Not for the direct assignment at creation.
        `taskCreated ${direct.id}`,
        `taskCreated ${automatic.id}`,
        `taskAssigned ${automatic.id}`,
        `taskCreated ${free.id}`,
        `taskAssigned ${free.id}`,
        `taskUnassigned ${free.id}`,
        `taskStarted ${direct.id}`,
        `taskCompleted ${direct.id}`,
        `taskStarted ${automatic.id}`,
        `taskFailed ${automatic.id}`,
        `taskUpdated ${free.id}`,
        `taskCloned ${cloned.id}`,
        `taskDeleted ${free.id}`,
      ].sort(),
    );
    const of = (name: string) => receiver.deliveries.find(({ body }) => body.triggerName === name)!.body;
    assert.deepEqual(of('taskStarted').actionContext, { type: 'WORKER', id });
    // The task as it was at the event, not as it is now.
    assert.equal(of('taskStarted').data.task.state, 2);
    assert.equal(of('taskStarted').workerId, id);
    assert.equal(of('taskFailed').data.task.completionDetails.failureReason, 'NOT_HOME');
    assert.equal(of('taskDeleted').data.task.notes, 'changed');
    assert.equal((await api.get(`/tasks/${free.id}`)).status, 404);
  } finally {
    await receiver.stop();
  }
});

test('starting and moving one task at once: either, never both', async () => {
  const { api, worker, task, container } = await startFleet(server);
  const [one, other] = [await worker(), await worker()];
  for (let n = 0; n < 8; n++) {
    const { id } = await task({ container: { type: 'WORKER', worker: one.id } });
    const [started, moved, removed] = await Promise.all([
      one.driver.post(`/driver/tasks/${id}/start`, {}),
      api.put(`/containers/workers/${other.id}`, { tasks: [-1, id] }),
      n % 2 ? api.delete(`/tasks/${id}`) : undefined,
    ]);
    for (const answer of [started, moved, removed]) assert.ok(!answer || answer.status < 500, answer?.text);
    const { json } = await api.get(`/tasks/${id}`);
    const active = (await api.get(`/containers/workers/${one.id}`)).json.activeTask;
    const lists = [await container('workers', one.id), await container('workers', other.id)].flat();
    if (json.state === 2) {
      assert.deepEqual([active, lists.includes(id)], [id, false]);
      assert.equal((await one.driver.post(`/driver/tasks/${id}/complete`, { success: true })).status, 200);
    } else {
      assert.equal(active, null);
      assert.equal(lists.filter((listed) => listed === id).length, json.state === 1 ? 1 : 0);
    }
  }
});

test('a batch creates what it can', async () => {
  const receiver = await Receiver.start();
  try {
    const { api } = await startFleet(server);
    await api.post('/webhooks', { url: receiver.url, name: 'created', trigger: 6 });
    const bad = [
      { destination: 'short' },
      5,
      { destination: destinationAt(), recipients: ['a'.repeat(24)] },
      { destination: destinationAt(), autoAssign: { mode: 'distance' } },
    ];
    const good = [0, 1, 2].map((n) => ({ destination: destinationAt(), notes: `number ${n}` }));
    const { json, status, text } = await api.post('/tasks/batch', {
      tasks: [bad[0], good[0], ...bad.slice(1), ...good.slice(1)],
    });
    assert.equal(status, 200, text);
    assert.deepEqual(
      json.tasks.map((one: { notes: string }) => one.notes),
      ['number 0', 'number 1', 'number 2'],
    );
    assert.deepEqual(
      json.errors.map((one: { error: { error: number } }) => one.error.error),
      [1005, 1900, 1402, 1000],
    );
    assert.deepEqual(
      json.errors.map((one: { task: unknown }) => one.task),
      bad,
    );
    assert.equal(typeof json.errors[0].error.cause, 'string');
    assert.deepEqual((await api.get('/tasks/all?from=0')).json.tasks, json.tasks);
    await api.post('/tasks', { destination: destinationAt(), notes: 'told' });
    await until(() => receiver.deliveries.length > 0);
    assert.equal(receiver.deliveries[0]!.body.data.task.notes, 'told');
    const tooMany = await api.post('/tasks/batch', { tasks: Array.from({ length: 501 }, () => good[0]) });
    assert.equal(tooMany.json.message.error, 1000);
  } finally {
    await receiver.stop();
  }
});

test('tasks by metadata', async () => {
  const { api, task } = await startFleet(server);
  const a = await task({ metadata: [{ name: 'order', type: 'number', value: 7 }] });
  await task({ metadata: [{ name: 'order', type: 'number', value: 8 }] });
  const { json } = await api.post('/tasks/metadata', [{ name: 'order', type: 'number', value: 7 }]);
  assert.deepEqual(json, [a]);
});
