import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
let fleet: Awaited<ReturnType<typeof startFleet>>;
before(async () => {
  server = await startTestServer();
  fleet = await startFleet(server);
});
after(() => server[Symbol.asyncDispose]());

test('the smallest task has every field', async () => {
  const { api, organization } = fleet;
  const answer = await api.post('/tasks', { destination: destinationAt() });
  assert.equal(answer.status, 200, answer.text);
  const { id, shortId, trackingURL, timeCreated, timeLastModified, destination, ...rest } = answer.json;
  assert.match(id, /^[A-Za-z0-9*~]{24}$/);
  assert.match(shortId, /^[0-9a-f]{8}$/);
  assert.match(trackingURL, new RegExp(`^${server.url}/t/[0-9a-f]{32}$`));
  assert.ok(Math.abs(timeCreated - Date.now()) < 60_000);
  assert.equal(timeLastModified, timeCreated);
  assert.deepEqual(destination.location, [-122.4, 37.78]);
  assert.deepEqual(rest, {
    version: 1,
    organization,
    merchant: organization,
    executor: organization,
    creator: organization,
    worker: null,
    dependencies: [],
    state: 0,
    completeAfter: null,
    completeBefore: null,
    pickupTask: false,
    notes: '',
    completionDetails: {
      events: [],
      actions: [],
      time: null,
      failureReason: 'NONE',
      failureNotes: '',
      firstLocation: [],
      lastLocation: [],
      unavailableAttachments: [],
      signatureUploadId: null,
      photoUploadId: null,
      photoUploadIds: null,
    },
    feedback: [],
    metadata: [],
    customFields: [],
    overrides: {},
    quantity: 0,
    additionalQuantities: { quantityA: 0, quantityB: 0, quantityC: 0 },
    serviceTime: 0,
    requirements: { signature: false, photo: false, notes: false, minimumAge: 0, pin: false },
    identity: { failedScanCount: 0, checksum: null },
    appearance: { triangleColor: null },
    scanOnlyRequiredBarcodes: false,
    container: { type: 'ORGANIZATION', organization },
    trackingViewed: false,
    recipients: [],
    didAutoAssign: false,
    eta: null,
    delayTime: null,
    estimatedArrivalTime: null,
    estimatedCompletionTime: null,
    orderShortId: null,
    skills: [],
  });
  assert.deepEqual((await api.get(`/tasks/${id}`)).json, answer.json);
  assert.deepEqual((await api.get(`/tasks/shortId/${shortId.toUpperCase()}`)).json, answer.json);
  assert.equal((await api.get('/tasks/shortId/ffff')).json.message.error, 1402);
});

test('a task with everything', async () => {
  const { api, worker, task, container } = fleet;
  const { id: workerId } = await worker();
  const first = await task();
  const given = {
    completeAfter: 1_700_000_000_000,
    completeBefore: 1_700_000_000_000,
    pickupTask: true,
    dependencies: [first.id],
    notes: 'n'.repeat(10_000),
    container: { type: 'WORKER', worker: workerId },
    quantity: 2.5,
    additionalQuantities: { quantityA: 1, quantityB: '', quantityC: 3 },
    serviceTime: 4,
    recipientName: 'Nina',
    recipientNotes: 'Rear door',
    recipientSkipSMSNotifications: true,
    useMerchantForProxy: true,
    requirements: { signature: true, photo: true, notes: true, minimumAge: 18, pin: false },
    scanOnlyRequiredBarcodes: true,
    barcodes: [{ data: 'aGVsbG8=', blockCompletion: true }],
    appearance: { triangleColor: 2 },
    metadata: [{ name: 'order', type: 'number', value: 7, visibility: ['api', 'worker'] }],
    recipients: [{ name: 'Rita Recipient', phone: '+14155550123' }],
    orderShortId: 'A7',
    Driver: 'unknown members are let through',
  };
  const { json, status, text } = await api.post('/tasks', { destination: destinationAt(), ...given });
  assert.equal(status, 200, text);
  assert.equal(json.state, 1);
  assert.equal(json.worker, workerId);
  assert.deepEqual(json.container, { type: 'WORKER', worker: workerId });
  assert.deepEqual(json.dependencies, [first.id]);
  assert.equal(json.completeAfter, given.completeAfter);
  assert.equal(json.notes.length, 10_000);
  assert.deepEqual(json.additionalQuantities, { quantityA: 1, quantityB: 0, quantityC: 3 });
  assert.deepEqual(json.overrides, {
    recipientName: 'Nina',
    recipientNotes: 'Rear door',
    recipientSkipSMSNotifications: true,
  });
  assert.deepEqual(json.requirements, given.requirements);
  assert.deepEqual(json.barcodes, { required: given.barcodes, captured: [] });
  assert.deepEqual(json.appearance, { triangleColor: 2 });
  assert.equal(json.metadata[0].value, 7);
  assert.equal(json.recipients[0].name, 'Rita Recipient');
  assert.deepEqual(await container('workers', workerId), [json.id]);
  const [listed] = (await api.get(`/workers/${workerId}/tasks`)).json.tasks;
  // Its latest time has passed: the delay grows.
  assert.ok(json.delayTime > 0 && listed.delayTime >= json.delayTime);
  assert.deepEqual({ ...listed, delayTime: json.delayTime }, json);

  const again = await task({ recipients: [json.recipients[0].id], destination: json.destination.id });
  assert.equal(again.recipients[0].id, json.recipients[0].id);
  assert.equal(again.destination.id, json.destination.id);
});

test('what a creation refuses', async () => {
  const { api } = fleet;
  const stranger = await startFleet(server);
  const foreign = await stranger.task({ recipients: [{ name: 'Fay Foreign', phone: '+14155550188' }] });
  const nobody = 'a'.repeat(24);
  const cases: [object, number][] = [
    [{ destination: undefined }, 1900],
    [{ destination: {} }, 1900],
    [{ destination: 'short' }, 1005],
    [{ destination: nobody }, 1402],
    [{ destination: foreign.destination.id }, 1300],
    [{ recipients: [foreign.recipients[0].id] }, 1300],
    [{ recipients: [nobody] }, 1402],
    [
      {
        recipients: [
          { name: 'A', phone: '+14155550123' },
          { name: 'B', phone: '+14155550124' },
        ],
      },
      1000,
    ],
    [{ recipients: [{ name: 'A', phone: '12' }] }, 1000],
    [{ completeAfter: 2, completeBefore: 1 }, 1009],
    [{ completeAfter: 'soon' }, 1005],
    [{ completeAfter: -1 }, 1000],
    [{ completeAfter: 1e300 }, 1000],
    [{ completeAfter: 1_795_490_000 }, 1009],
    [{ completeBefore: '1795490000' }, 1009],
    [{ serviceTime: 1e9 }, 1000],
    [{ notes: 'n'.repeat(10_001) }, 1000],
    [{ notes: 5 }, 1005],
    [{ dependencies: [nobody] }, 1402],
    [{ dependencies: [foreign.id] }, 1402],
    [{ dependencies: ['x'] }, 1005],
    [{ container: { type: 'WORKER', worker: nobody } }, 1402],
    [{ container: { type: 'TEAM', team: stranger.north } }, 1402],
    [{ container: { type: 'ORGANIZATION', organization: stranger.organization } }, 1402],
    [{ container: { type: 'WORKER' } }, 1900],
    [{ container: { type: 'FLEET' } }, 1000],
    [{ container: { type: 'ORGANIZATION' }, autoAssign: { mode: 'distance' } }, 1000],
    [{ autoAssign: { mode: 'fastest' } }, 1000],
    [{ autoAssign: {} }, 1900],
    [{ autoAssign: { mode: 'distance', team: nobody } }, 1402],
    [{ merchant: nobody }, 1402],
    [{ executor: stranger.organization }, 1402],
    [{ appearance: { triangleColor: 3 } }, 1000],
    [{ quantity: 'many' }, 1005],
    [{ requirements: { pin: '1234' } }, 1005],
    [{ requirements: { signature: true, pinCode: true } }, 1000],
    [{ priority: 100 }, 1000],
    [{ group: 'VIP' }, 1000],
    [{ type: 1 }, 1000],
    [{ eligibleWorkers: [nobody] }, 1000],
    [{ barcodes: [{ data: 'no base64' }] }, 1000],
    // Digits as they stand on the parcel are base64 of no text.
    [{ barcodes: [{ data: '012345678905' }] }, 1000],
    [{ barcodes: [{ data: btoa('\0') }] }, 1000],
    [{ barcodes: [{ data: btoa('x'.repeat(501)) }] }, 1000],
    [{ metadata: [{ name: 'a', type: 'number', value: 'b' }] }, 1000],
  ];
  for (const [body, error] of cases) {
    const answer = await api.post('/tasks', { destination: destinationAt(), ...body });
    assert.equal(
      answer.json.message?.error,
      error,
      `${JSON.stringify(body).slice(0, 100)}: ${answer.text.slice(0, 300)}`,
    );
  }
  assert.equal((await api.get(`/tasks/${foreign.id}`)).json.message.error, 1402);
  assert.equal((await api.get('/tasks/short')).json.message.error, 1005);
});

test('numbers may come as text, and empty text stands for none: so write programs that read spreadsheets', async () => {
  const created = await fleet.task({ quantity: '', serviceTime: ' ', completeAfter: '', completeBefore: null });
  assert.equal(created.quantity, 0);
  assert.equal(created.completeAfter, null);
  const { id, ...task } = await fleet.task({
    quantity: '2.5',
    additionalQuantities: { quantityA: '1', quantityB: '' },
    serviceTime: ' 4 ',
    completeAfter: '1795490000000',
    completeBefore: '1.7955e12',
    requirements: { minimumAge: '18' },
    appearance: { triangleColor: '2' },
    destination: {
      address: { number: 543, street: 'Main', city: 'X', country: 'US', postalCode: 94105 },
      location: [0, 0],
    },
  });
  assert.deepEqual([task.quantity, task.serviceTime, task.requirements.minimumAge], [2.5, 4, 18]);
  assert.deepEqual(task.additionalQuantities, { quantityA: 1, quantityB: 0, quantityC: 0 });
  assert.deepEqual([task.completeAfter, task.completeBefore], [1_795_490_000_000, 1_795_500_000_000]);
  assert.equal(task.appearance.triangleColor, 2);
  assert.deepEqual([task.destination.address.number, task.destination.address.postalCode], ['543', '94105']);
  assert.equal((await fleet.api.put(`/tasks/${id}`, { quantity: '3' })).json.quantity, 3);
  const batch = await fleet.api.post('/tasks/batch', {
    tasks: [
      { destination: destinationAt(), quantity: '7' },
      { destination: destinationAt(), quantity: '7 boxes' },
    ],
  });
  assert.deepEqual([batch.json.tasks[0].quantity, batch.json.errors[0].error.error], [7, 1005]);
  assert.equal(batch.json.errors[0].task.quantity, '7 boxes');
});

/* The bodies of the vendor's `import-tasks` script: every column that it does not know is let through. */
test('a row of the vendor’s import script becomes a task', async () => {
  const columns = {
    Notification: '',
    Organization: '',
    Driver: '',
    Team: '',
    Quantity: '1',
    Merchant: '',
    ServiceTime: '5',
  };
  const answer = await fleet.api.post('/tasks', {
    ...columns,
    notes: 'Two boxes',
    recipients: [{ name: 'Rita Row', phone: '+14155550166', notes: '' }],
    recipientName: 'Rita Row',
    destination: {
      address: { street: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'USA' },
      location: { coordinates: [-89.65, 39.8] },
    },
    completeAfter: '1795490000000',
  });
  assert.deepEqual([answer.status, answer.json?.completeAfter], [200, 1_795_490_000_000], answer.text);
});

test('two creations at once make two tasks, in one order for everybody', async () => {
  const { api, task, worker, container } = fleet;
  const { id } = await worker();
  const body = { container: { type: 'WORKER', worker: id } };
  const made = await Promise.all(Array.from({ length: 20 }, () => task(body)));
  const listed = await container('workers', id);
  assert.deepEqual(new Set(listed), new Set(made.map((one) => one.id)));
  const page = (await api.get(`/workers/${id}/tasks`)).json.tasks;
  assert.deepEqual(
    page.map((one: { id: string }) => one.id),
    listed,
  );
});

test('a container has room for 10,000 tasks', async () => {
  const { api, worker, task } = fleet;
  const { id } = await worker();
  const container = { type: 'WORKER', worker: id };
  await task({ container });
  await server.services.database.transaction(async (tx) => {
    await tx.run(sql`update dispatch.containers set task_count = 9999 where owner_id = ${id}`);
  });
  await task({ container });
  const refused = await api.post('/tasks', { destination: destinationAt(), container });
  assert.equal(refused.json.message.error, 1000);
  // Nothing remains of a task that fails in a batch, not even the recipient.
  const phone = '+14155550777';
  const body = { destination: destinationAt(), container, recipients: [{ name: 'Rita', phone }] };
  const { json } = await api.post('/tasks/batch', { tasks: [body] });
  assert.deepEqual([json.tasks, json.errors[0].error.error], [[], 1000]);
  assert.equal((await api.get(`/recipients/phone/${phone}`)).status, 404);
});

test('a locked container is 412 after a while', async () => {
  const { api, worker, task } = fleet;
  const { id } = await worker();
  const container = { type: 'WORKER', worker: id };
  await task({ container });
  await server.services.database.transaction(async (tx) => {
    await tx.run(sql`update dispatch.containers set task_count = task_count where owner_id = ${id}`);
    const refused = await api.post('/tasks', { destination: destinationAt(), container });
    assert.equal(refused.status, 412);
    assert.equal(refused.json.code, 'PreconditionFailedError');
  });
});
