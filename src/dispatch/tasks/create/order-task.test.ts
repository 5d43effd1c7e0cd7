import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendBytes, until } from '../../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { photo } from '../../../../tests/harness/pictures.ts';
import { Receiver } from '../../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import { lockKnownContainers } from '../../containers/actions.ts';
import { doAddDelegatee, doRevokeDelegatee } from '../../organization/actions.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const ROSA = { name: 'Rosa Recipient', phone: '+14155550171', notes: 'Rings twice' };

/** A shop that has its tasks executed by a fleet, which knows Rosa by another name; and somebody who has nothing to do with it. */
async function startShop() {
  const [shop, fleet, stranger] = [await startFleet(server), await startFleet(server), await startFleet(server)];
  await server.services.database.transaction((tx) => doAddDelegatee(tx, fleet.organization), {
    organizationId: shop.organization,
  });
  const rosa = { ...ROSA, name: 'Mrs. R.', notes: 'Pays late' };
  assert.equal((await fleet.api.post('/recipients', rosa)).status, 200);
  const order = (more: object = {}) => shop.task({ executor: fleet.organization, recipients: [ROSA], ...more });
  return { shop, fleet, stranger, order };
}

test('the executor sees, assigns and completes a task of another organization, which reads it and no more', async () => {
  const { shop, fleet, stranger, order } = await startShop();
  const dora = await fleet.worker([-122.41, 37.78]);
  assert.equal((await fleet.api.put(`/workers/${dora.id}`, { displayName: 'D. of the Fleet' })).status, 200);
  const task = await order({ notes: 'Fragile', merchant: shop.organization });
  assert.deepEqual(
    [task.organization, task.executor, task.merchant, task.creator, task.state],
    [shop.organization, fleet.organization, shop.organization, shop.organization, 0],
  );
  assert.deepEqual(task.container, { type: 'ORGANIZATION', organization: fleet.organization });
  // Each side has the recipient and the destination that are its own.
  assert.deepEqual([task.recipients[0].name, task.recipients[0].organization], [ROSA.name, shop.organization]);
  assert.equal((await shop.api.get(`/destinations/${task.destination.id}`)).status, 200);
  const seen = (await fleet.api.get(`/tasks/${task.id}`)).json;
  assert.deepEqual(
    [
      seen.recipients[0].name,
      seen.recipients[0].organization,
      seen.overrides.recipientName,
      seen.overrides.recipientNotes,
    ],
    ['Mrs. R.', fleet.organization, ROSA.name, ROSA.notes],
  );
  assert.equal((await fleet.api.get(`/destinations/${seen.destination.id}`)).status, 200);
  assert.notEqual(seen.destination.id, task.destination.id);
  assert.deepEqual([seen.organization, seen.notes], [shop.organization, 'Fragile']);

  const picture = { photo: true };
  assert.equal((await fleet.api.put(`/tasks/${task.id}`, { requirements: picture })).status, 200);
  assert.equal((await fleet.api.put(`/containers/workers/${dora.id}`, { tasks: [-1, task.id] })).status, 200);
  assert.deepEqual(
    (await dora.driver.get('/driver/tasks')).json.tasks.map(({ id }: { id: string }) => id),
    [task.id],
  );
  const assigned = (await shop.api.get(`/tasks/${task.id}`)).json;
  assert.deepEqual([assigned.state, assigned.executorWorker], [1, { displayName: 'D. of the Fleet' }]);
  assert.ok(assigned.estimatedArrivalTime > 0);
  assert.equal(JSON.stringify(assigned).includes('Dora'), false);
  assert.equal((await shop.api.get(`/workers/${dora.id}`)).json.message.error, 1402);
  assert.equal((await shop.api.get(`/tasks/shortId/${task.shortId}`)).json.id, task.id);

  for (const [method, path, body] of [
    ['PUT', `/tasks/${task.id}`, { notes: 'Mine' }],
    ['DELETE', `/tasks/${task.id}`, undefined],
    ['POST', `/tasks/${task.id}/complete`, { completionDetails: { success: true } }],
    ['GET', `/tasks/${task.id}/assignment`, undefined],
  ] as const) {
    const refused = await shop.api.request(method, path, body);
    assert.deepEqual([refused.status, refused.json.message.error], [403, 1300], `${method} ${path}`);
    assert.equal((await stranger.api.request(method, path, body)).json.message.error, 1402);
  }
  const moved = await shop.api.put(`/containers/organizations/${shop.organization}`, { tasks: [-1, task.id] });
  assert.equal(moved.json.message.error, 1402);
  assert.equal((await stranger.api.get(`/tasks/${task.id}`)).json.message.error, 1402);
  assert.equal((await stranger.api.get(`/tasks/shortId/${task.shortId}`)).json.message.error, 1402);

  const { uploadId } = (
    await sendBytes(dora.driver, 'POST', '/uploads', await photo(8, 8), { 'content-type': 'image/jpeg' })
  ).json;
  for (const [step, more] of [
    ['start', {}],
    ['complete', { success: true, photoUploadIds: [uploadId] }],
  ] as const)
    assert.equal((await dora.driver.post(`/driver/tasks/${task.id}/${step}`, more)).status, 200);
  const done = (await shop.api.get(`/tasks/${task.id}`)).json;
  assert.deepEqual([done.state, done.completionDetails.photoUploadId], [3, uploadId]);
  // Where the driver came from is perhaps another customer's door.
  const ofFleet = (await fleet.api.get(`/tasks/${task.id}`)).json.completionDetails;
  assert.deepEqual(
    [ofFleet.firstLocation, done.completionDetails.firstLocation, ofFleet.lastLocation],
    [[-122.41, 37.78], [], done.completionDetails.lastLocation],
  );
  assert.equal(JSON.stringify(done.completionDetails.events[0]).includes('-122.41'), false);
  const proof = (await shop.api.get(`/uploads/${uploadId}`)).json;
  assert.equal((await fetch(proof.url)).status, 200);
  assert.equal((await stranger.api.get(`/uploads/${uploadId}`)).json.message.error, 1402);
});

test('whether the executor knows a phone number is not told', async () => {
  const { order } = await startShop();
  const known = await order();
  const unknown = await order({ recipients: [{ ...ROSA, phone: '+14155550172' }] });
  assert.deepEqual(known.overrides, unknown.overrides);
});

test('a batch for somebody who does not work for its sender waits for nothing of theirs', async () => {
  const { fleet, stranger } = await startShop();
  const { json } = await server.services.database.transaction(
    async (tx) => {
      await lockKnownContainers(tx, [{ type: 'ORGANIZATION', id: fleet.organization }]);
      const task = { executor: fleet.organization, destination: destinationAt(-122.41, 37.78), recipients: [ROSA] };
      return stranger.api.post('/tasks/batch', { tasks: [task] });
    },
    { organizationId: fleet.organization },
  );
  assert.deepEqual([json.tasks, json.errors[0].error.error], [[], 1402]);
});

test('both are told by webhooks, each as it sees the task, also of thresholds; nobody else is', async () => {
  const { shop, fleet, stranger, order } = await startShop();
  const [atShop, atFleet, elsewhere] = [await Receiver.start(), await Receiver.start(), await Receiver.start()];
  try {
    for (const [{ api }, receiver] of [
      [shop, atShop],
      [fleet, atFleet],
      [stranger, elsewhere],
    ] as const)
      for (const trigger of [0, 3, 6, 9])
        assert.equal((await api.post('/webhooks', { url: receiver.url, name: 'w', trigger })).status, 200);
    // Only the shop has one for arrivals.
    const near = { url: atShop.url, name: 'near', trigger: 2, threshold: 500 };
    assert.equal((await shop.api.post('/webhooks', near)).status, 200);
    const dora = await fleet.worker([-122.5, 37.78]);
    const task = await order();
    assert.equal((await fleet.api.put(`/containers/workers/${dora.id}`, { tasks: [-1, task.id] })).status, 200);
    assert.equal((await dora.driver.post(`/driver/tasks/${task.id}/start`, {})).status, 200);
    server.clock.advance(60_000);
    await dora.goTo(-122.4001, 37.78);
    const received = (receiver: Receiver) =>
      receiver.deliveries.map(({ body }) => body.triggerId).toSorted((a, b) => a - b);
    await until(() => received(atShop).length === 4, 'the shop hearing of creation, assignment, start and arrival');
    await until(() => received(atFleet).length === 3, 'the fleet hearing of creation, assignment and start');
    assert.deepEqual([received(atShop), received(atFleet), received(elsewhere)], [[0, 2, 6, 9], [0, 6, 9], []]);
    const name = (receiver: Receiver) => receiver.deliveries[0]!.body.data.task.recipients[0].name;
    assert.deepEqual([name(atShop), name(atFleet)], [ROSA.name, 'Mrs. R.']);
    assert.equal(JSON.stringify(atShop.deliveries).includes('Dora Driver'), false);
    // The actor is only named on their own side: the key that ordered, the key that assigned and the worker who
    // started.
    const actors = (receiver: Receiver) =>
      receiver.deliveries
        .toSorted((a, b) => a.body.triggerId - b.body.triggerId)
        .map(({ body }) => [body.triggerId, body.adminId, body.actionContext?.type ?? null]);
    assert.deepEqual(
      [actors(atShop), actors(atFleet)],
      [
        [
          [0, null, null],
          [2, null, null],
          [6, null, 'API'],
          [9, null, null],
        ],
        [
          [0, null, 'WORKER'],
          [6, null, null],
          [9, null, 'API'],
        ],
      ],
    );
  } finally {
    for (const receiver of [atShop, atFleet, elsewhere]) await receiver.stop();
  }
});

test('lists and searches have what is ordered, in the order of creation, for both', async () => {
  const { shop, fleet, stranger, order } = await startShop();
  const metadata = [{ name: 'order', type: 'number', value: 7, visibility: ['api'] }];
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push((n % 2 ? await order({ metadata }) : await shop.task({ metadata })).id);
  const list = async ({ api }: typeof shop, query = '') =>
    (await api.get(`/tasks/all?from=0${query}`)).json.tasks.map(({ id }: { id: string }) => id);
  assert.deepEqual(await list(shop), ids);
  assert.deepEqual(await list(fleet), [ids[1], ids[3]]);
  assert.deepEqual(await list(stranger), []);
  assert.deepEqual(await list(shop, `&lastId=${ids[1]}`), ids.slice(2));
  assert.deepEqual(await list(shop, `&containers=${fleet.organization}`), [ids[1], ids[3]]);
  assert.deepEqual(await list(shop, '&state=1'), []);
  const [query] = metadata.map(({ name, type, value }) => ({ name, type, value }));
  for (const [{ api }, expected] of [
    [shop, ids],
    [fleet, [ids[1], ids[3]]],
    [stranger, []],
  ] as const)
    assert.deepEqual(
      (await api.post('/tasks/metadata', [query])).json.map(({ id }: { id: string }) => id),
      expected,
    );
});

test('a batch, a clone and dependencies cross over; what only the executor may say does not', async () => {
  const { shop, fleet, order } = await startShop();
  const first = await order();
  const after_ = await order({ dependencies: [first.id] });
  assert.deepEqual(after_.dependencies, [first.id]);
  const clone = (await shop.api.post(`/tasks/${first.id}/clone`, {})).json;
  assert.deepEqual(
    [clone.executor, clone.sourceTaskId, clone.recipients[0].name],
    [fleet.organization, first.id, ROSA.name],
  );
  assert.ok((await fleet.container('organizations', fleet.organization)).includes(clone.id));
  // The executor's clone is its own.
  const own = (await fleet.api.post(`/tasks/${first.id}/clone`, {})).json;
  assert.deepEqual([own.organization, own.executor], [fleet.organization, fleet.organization]);
  assert.equal((await shop.api.get(`/tasks/${own.id}`)).json.message.error, 1402);
  const tasks = [{ destination: destinationAt() }, { destination: destinationAt(), executor: fleet.organization }];
  const batch = (await shop.api.post('/tasks/batch', { tasks })).json;
  assert.deepEqual(
    batch.tasks.map(({ executor }: { executor: string }) => executor),
    [shop.organization, fleet.organization],
  );

  const mine = await shop.task();
  const theirs = await fleet.task();
  for (const [body, error] of [
    [{ autoAssign: { mode: 'distance' } }, 1000],
    [{ container: { type: 'TEAM', team: shop.north } }, 1000],
    [{ container: { type: 'TEAM', team: fleet.north } }, 1000],
    [{ customFields: [{ key: 'a', value: 'b' }] }, 1000],
    [{ dependencies: [mine.id] }, 1402],
    [{ dependencies: [theirs.id] }, 1402],
  ] as const) {
    const refused = await shop.api.post('/tasks', {
      destination: destinationAt(),
      executor: fleet.organization,
      ...body,
    });
    assert.equal(refused.json.message?.error, error, JSON.stringify(body));
  }
  const changed = await shop.api.put(`/tasks/${mine.id}`, { executor: fleet.organization });
  assert.equal(changed.json.message.error, 1000);

  await server.services.database.transaction((tx) => doRevokeDelegatee(tx, fleet.organization), {
    organizationId: shop.organization,
  });
  assert.equal((await shop.api.post(`/tasks/${first.id}/clone`, {})).json.message.error, 1402);
  assert.equal((await shop.api.get(`/tasks/${first.id}`)).status, 200);
  assert.equal((await fleet.api.put(`/tasks/${first.id}`, { notes: 'Still ours' })).status, 200);
  assert.equal((await shop.api.get(`/tasks/${first.id}`)).json.notes, 'Still ours');
});
