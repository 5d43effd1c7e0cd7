import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendBytes, until } from '../../../../tests/harness/clients.ts';
import { readAllRows, rowsWith } from '../../../../tests/harness/every-table.ts';
import { startFleet } from '../../../../tests/harness/fleet.ts';
import { photo } from '../../../../tests/harness/pictures.ts';
import { Receiver } from '../../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import { SmsProviderServer } from '../../../../tests/harness/sms-provider.ts';
import { sql } from '../../../platform/db/sql.ts';

let provider: SmsProviderServer;
let server: TestServer & AsyncDisposable;
before(async () => {
  provider = await SmsProviderServer.start();
  server = await startTestServer({
    smsProvider: 'twilio',
    smsUrl: provider.url,
    smsAccount: 'AC1',
    smsSecret: 'auth-token',
    smsFrom: '+14155550100',
  });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await provider.stop();
});

const requirements = { pin: true };
let people = 0;

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
type Task = any;

/** Returns the PIN that the tracking page shows. */
const shownPin = async ({ trackingURL }: Task): Promise<string | null> => {
  const answer = await fetch(`${server.url}/api/v2/tracking/${trackingURL.split('/').at(-1)}`);
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { pin: string | null }).pin;
};

/** PINs that are not this one. */
const wrongPins = (right: string, count: number) =>
  Array.from({ length: count }, (_, n) => String((Number(right) + n + 1) % 10_000).padStart(4, '0'));

/** A fleet with a worker whose first task, which asks for a PIN, is active. */
async function startDelivery(body: object = {}) {
  const fleet = await startFleet(server);
  const dora = await fleet.worker();
  const container = { type: 'WORKER', worker: dora.id };
  const phone = `+1415558${String(++people).padStart(4, '0')}`;
  const recipients = [{ name: 'Rosa Recipient', phone }];
  const task = await fleet.task({ container, recipients, requirements, ...body });
  const start = await dora.driver.post(`/driver/tasks/${task.id}/start`, {});
  assert.equal(start.status, 200, start.text);
  const complete = (given: object) =>
    dora.driver.post(`/driver/tasks/${task.id}/complete`, { success: true, ...given });
  const now = async () => (await fleet.api.get(`/tasks/${task.id}`)).json;
  const sms = () => provider.requests.filter(({ fields }) => fields.To === phone).map(({ fields }) => fields.Body!);
  return {
    ...fleet,
    dora,
    mine: container,
    parcel: task,
    id: task.id as string,
    pin: (await shownPin(task))!,
    complete,
    now,
    sms,
  };
}

const refusalOf = ({ status, json }: { status: number; json: Task }) => [
  status,
  json.message?.error,
  json.message?.cause,
];

test('a task that asks for a PIN is completed by the worker with the right one alone', async () => {
  const { parcel, pin, complete, now } = await startDelivery();
  assert.match(pin, /^\d{4}$/);
  assert.deepEqual([parcel.requirements.pin, parcel.pinTriesLeft], [true, 5]);
  assert.deepEqual(refusalOf(await complete({})), [400, 1000, "The task requires the recipient's PIN (pin)."]);
  assert.equal((await now()).pinTriesLeft, 5);
  const [wrong] = wrongPins(pin, 1);
  assert.deepEqual(refusalOf(await complete({ pin: wrong })), [400, 1000, 'The PIN is wrong. 4 attempts are left.']);
  assert.deepEqual([(await now()).state, (await now()).pinTriesLeft], [2, 4]);
  const done = await complete({ pin: ` ${pin} ` });
  assert.equal(done.status, 200, done.text);
  const after = await now();
  assert.deepEqual([after.state, 'pinTriesLeft' in after], [3, false]);
  assert.deepEqual(
    after.completionDetails.actions.map(({ type }: { type: string }) => type),
    ['PIN'],
  );
  // The page shows it no longer, and it is kept nowhere.
  assert.equal(await shownPin(parcel), null);
  assert.deepEqual(
    await server.services.database.reader.all(sql`
    select from dispatch.task_pins where task_id = ${parcel.id}`),
    [],
  );
});

test('a failure needs no PIN, and dispatch completes by force without one, but not with a wrong one', async () => {
  const failed = await startDelivery();
  assert.equal((await failed.complete({ success: false })).json.state, 3);
  const forced = await startDelivery();
  const force = (details: object) =>
    forced.api.post(`/tasks/${forced.id}/complete`, { completionDetails: { success: true, ...details } });
  assert.deepEqual(refusalOf(await force({ pin: wrongPins(forced.pin, 1)[0] })).slice(0, 2), [400, 1000]);
  assert.equal((await forced.now()).pinTriesLeft, 4);
  assert.equal((await force({})).status, 200);
  assert.deepEqual((await forced.now()).completionDetails.actions, []);
  const messages = await startDelivery();
  const answer = await messages.api.post(`/tasks/${messages.id}/complete`, {
    completionDetails: { success: true, pin: messages.pin },
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await messages.now()).completionDetails.actions[0].type, 'PIN');
});

test('of ten wrong tries at once five count, and the right PIN is refused until dispatch makes a new one', async () => {
  const { id, api, pin, parcel, complete, now, dora, sms } = await startDelivery();
  await until(() => sms().length === 1, 'the SMS of the start');
  const attempts = await Promise.all(wrongPins(pin, 10).map((wrong) => complete({ pin: wrong })));
  const left = attempts.map(({ json }) => Number(/(\d) attempts?/.exec(json.message.cause)?.[1] ?? 0));
  assert.deepEqual(left.toSorted(), [0, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
  assert.equal((await now()).pinTriesLeft, 0);
  const locked = 'The PIN was wrong too many times. Ask dispatch for a new PIN.';
  assert.deepEqual(refusalOf(await complete({ pin })), [400, 1000, locked]);
  const check = await dora.driver.post(`/driver/tasks/${id}/pin`, { pin });
  assert.deepEqual(check.json, { isRight: false, triesLeft: 0 });
  assert.equal((await now()).pinTriesLeft, 0);

  const renewed = await api.post(`/tasks/${id}/pin`, {});
  assert.equal(renewed.status, 200, renewed.text);
  assert.deepEqual([renewed.json.pinTriesLeft, renewed.json.isPinSent], [5, true]);
  const next = (await shownPin(parcel))!;
  await until(() => sms().length === 2, 'the SMS of the new PIN');
  assert.match(sms()[1]!, new RegExp(`your new PIN for the driver is ${next}\\.`));
  if (next !== pin) assert.equal((await complete({ pin })).status, 400);
  assert.equal((await complete({ pin: next })).status, 200);
  assert.deepEqual(refusalOf(await api.post(`/tasks/${id}/pin`, {})), [400, 1000, 'A completed task needs no PIN.']);
});

test('a worker at the door has a PIN checked by itself; an action that is repeated is one try', async () => {
  const { id, pin, dora, now, worker, api, parcel, task, mine } = await startDelivery();
  const [, later] = [await task({ requirements }), await task({ container: mine, requirements })];
  const check = async (given: object) => (await dora.driver.post(`/driver/tasks/${id}/pin`, given)).json;
  const [wrong] = wrongPins(pin, 1);
  const tried = { isRight: false, triesLeft: 4 };
  assert.deepEqual(await check({ pin: wrong, actionId: 'a' }), tried);
  assert.deepEqual(await check({ pin: wrong, actionId: 'a' }), tried);
  assert.deepEqual(await check({ pin }), { isRight: true, triesLeft: 4 });
  assert.equal((await now()).pinTriesLeft, 4);
  // Somebody else's does not exist, and what is not active is not tried.
  const other = await worker();
  assert.equal((await other.driver.post(`/driver/tasks/${id}/pin`, { pin })).json.message.error, 1402);
  assert.equal((await api.post(`/tasks/${id}/complete`, { completionDetails: { success: true } })).status, 200);
  assert.deepEqual(refusalOf(await dora.driver.post(`/driver/tasks/${id}/pin`, { pin })).slice(0, 2), [400, 1000]);
  // The PIN of a task is its own, whichever else wait.
  assert.equal((await dora.driver.post(`/driver/tasks/${later.id}/start`, {})).status, 200);
  const own = await dora.driver.post(`/driver/tasks/${later.id}/pin`, { pin: await shownPin(later) });
  assert.deepEqual(own.json, { isRight: true, triesLeft: 5 });
  // Another worker's completion is no attempt either.
  const next = await startDelivery();
  const stranger = await next.worker();
  const refused = await stranger.driver.post(`/driver/tasks/${next.id}/complete`, { success: true, pin: 'x' });
  assert.equal(refused.json.message.error, 1402);
  assert.equal((await next.now()).pinTriesLeft, 5);
  assert.equal(await shownPin(parcel), null);
});

test('a wrong PIN that comes with what was done without a network is a report with its proof, and holds up nothing', async () => {
  const { id, pin, dora, now, api, mine, task } = await startDelivery({
    requirements: { pin: true, notes: true },
  });
  const second = await task({ container: mine });
  let n = 0;
  const time = server.clock.now().getTime();
  const perform = (kind: string, taskId: string, more: object = {}) => ({
    kind,
    taskId,
    actionId: `a${++n}`,
    time,
    ...more,
  });
  const send = async (actions: object[]) => (await dora.driver.post('/driver/actions', { actions })).json.results;
  const { uploadId } = (
    await sendBytes(dora.driver, 'POST', '/uploads', await photo(8, 8), { 'content-type': 'image/jpeg' })
  ).json;
  const proof = { success: true, notes: 'At the door', photoUploadIds: [uploadId] };
  const [wrong] = wrongPins(pin, 1);
  // A refusal for another reason does not count as an attempt.
  const [noNotes] = await send([perform('complete', id, { success: true, pin: wrong })]);
  assert.deepEqual([noNotes.status, (await now()).pinTriesLeft], [400, 5]);
  const did = [
    perform('complete', id, { ...proof, pin: wrong }),
    perform('start', second.id),
    perform('complete', second.id, { success: true }),
  ];
  const results = await send(did);
  assert.deepEqual(
    results.map(({ status, reported }: { status: number; reported?: boolean }) => [status, reported ?? false]),
    [
      [200, true],
      [200, false],
      [200, false],
    ],
  );
  // The same once more is the same: one report, one try.
  assert.deepEqual(await send(did), results);
  const reported = await now();
  assert.deepEqual([reported.state, reported.pinTriesLeft, reported.completionReports.length], [2, 4, 1]);
  const [report] = reported.completionReports;
  assert.deepEqual([report.wrongPin, report.notes, report.photoUploadId], [true, 'At the door', uploadId]);
  assert.equal((await api.get(`/tasks/${second.id}`)).json.state, 3);
  // It is the worker's still, who can be told the right one; the worker cannot be deleted meanwhile.
  const own = (await dora.driver.get('/driver/tasks')).json.tasks;
  assert.deepEqual(
    own.map((one: Task) => one.id),
    [id],
  );
  assert.equal((await api.delete(`/workers/${dora.id}`)).status, 400);
  const [done] = await send([perform('complete', id, { ...proof, pin })]);
  assert.equal(done.status, 200, JSON.stringify(done));
  assert.equal((await now()).state, 3);
  assert.equal((await api.delete(`/workers/${dora.id}`)).status, 200);
});

test('after five wrong tries the right PIN is a report too, and another active task stays so when dispatch ends it', async () => {
  const { id, pin, dora, now, api, mine, task, complete } = await startDelivery();
  for (const wrong of wrongPins(pin, 5)) assert.equal((await complete({ pin: wrong })).status, 400);
  const second = await task({ container: mine });
  // Without a report the task is in the worker's hands.
  const held = await dora.driver.post(`/driver/tasks/${second.id}/start`, {});
  assert.deepEqual(refusalOf(held), [400, 1000, 'The worker already has an active task.']);
  const actions = [
    { kind: 'complete', taskId: id, actionId: 'late', success: true, pin },
    { kind: 'start', taskId: second.id, actionId: 'next' },
  ];
  const { results } = (await dora.driver.post('/driver/actions', { actions })).json;
  assert.deepEqual([results[0].reported, results[1].status], [true, 200]);
  assert.equal((await now()).completionReports[0].wrongPin, true);
  assert.equal((await api.post(`/tasks/${id}/complete`, { completionDetails: { success: true } })).status, 200);
  assert.equal((await api.get(`/workers/${dora.id}`)).json.activeTask, second.id);
});

test('a PIN is made, made anew and taken away with the requirement; a clone and a batch have their own', async () => {
  const { api, task } = await startFleet(server);
  const one = await task({ requirements });
  const pin = await shownPin(one);
  assert.match(pin!, /^\d{4}$/);
  // Values written back as read change nothing.
  const same = await api.put(`/tasks/${one.id}`, { requirements: one.requirements });
  assert.deepEqual([same.status, await shownPin(one), same.json.version], [200, pin, one.version]);
  const without = (await api.put(`/tasks/${one.id}`, { requirements: { photo: true } })).json;
  assert.deepEqual([without.requirements.pin, 'pinTriesLeft' in without, await shownPin(one)], [false, false, null]);
  assert.deepEqual(refusalOf(await api.post(`/tasks/${one.id}/pin`, {})), [
    400,
    1000,
    'The task does not require a PIN.',
  ]);
  assert.equal((await api.put(`/tasks/${one.id}`, { requirements })).json.pinTriesLeft, 5);
  assert.match((await shownPin(one))!, /^\d{4}$/);
  const clone = (await api.post(`/tasks/${one.id}/clone`, {})).json;
  const batch = (
    await api.post('/tasks/batch', {
      tasks: [one, one].map(({ destination }) => ({ destination: destination.id, requirements })),
    })
  ).json;
  const others = [clone, ...batch.tasks];
  assert.equal(others.length, 3);
  for (const other of others) {
    assert.deepEqual([other.requirements.pin, other.pinTriesLeft], [true, 5]);
    assert.match((await shownPin(other))!, /^\d{4}$/);
  }
  const sealed = await server.services.database.reader.all(sql<{ sealed: Buffer }>`
    select sealed from dispatch.task_pins where task_id = any(${[one, ...others].map(({ id }) => id)}::text[])`);
  assert.equal(new Set(sealed.map((row) => row.sealed.toString('hex'))).size, 4);
  // Nobody brings a PIN of their own: whoever sent it would have it in their logs.
  for (const own of ['1234', 1234]) {
    const refused = await api.post('/tasks', { destination: one.destination.id, requirements: { pin: own } });
    assert.deepEqual(refusalOf(refused).slice(0, 2), [400, 1005]);
  }
  assert.equal((await api.delete(`/tasks/${one.id}`)).status, 200);
});

test('a PIN whose key was lost is shown to nobody and never right, until dispatch makes a new one', async () => {
  const { id, pin, api, parcel, complete } = await startDelivery();
  await server.services.database.transaction((tx) =>
    tx.run(sql`update dispatch.task_pins set sealed = '\\x00' where task_id = ${id}`),
  );
  assert.equal(await shownPin(parcel), null);
  assert.deepEqual(refusalOf(await complete({ pin })).slice(0, 2), [400, 1000]);
  assert.equal((await api.post(`/tasks/${id}/pin`, {})).json.pinTriesLeft, 5);
  assert.equal((await complete({ pin: await shownPin(parcel) })).status, 200);
});

test('nobody but the recipient reads the PIN: no answer, event, webhook, row or line of the log has it', async () => {
  const receiver = await Receiver.start();
  const { api, dora, id, parcel, complete, now } = await startDelivery();
  try {
    for (const trigger of [0, 3, 4, 8, 9])
      assert.equal((await api.post('/webhooks', { url: receiver.url, name: 'pin', trigger })).status, 200);
    // One that nothing else contains.
    const [right, wrong] = ['right-7391-pin', 'wrong-7392-pin'];
    const renew = async () => {
      const sealed = server.services.secrets.seal(right);
      await server.services.database.transaction((tx) =>
        tx.run(sql`update dispatch.task_pins set sealed = ${sealed} where task_id = ${id}`),
      );
    };
    await renew();
    assert.equal(await shownPin(parcel), right);
    const answers: string[] = [];
    const keep = <T extends { text: string }>(answer: T): T => {
      answers.push(answer.text);
      return answer;
    };
    keep(await complete({ pin: wrong, actionId: 'one' }));
    keep(await dora.driver.post(`/driver/tasks/${id}/pin`, { pin: wrong }));
    const late = { kind: 'complete', taskId: id, actionId: 'two', success: true, pin: wrong };
    keep(await dora.driver.post('/driver/actions', { actions: [late] }));
    for (const path of [
      `/tasks/${id}`,
      `/tasks/shortId/${parcel.shortId}`,
      '/tasks/all?from=0',
      `/workers/${dora.id}/tasks`,
    ])
      keep(await api.get(path));
    const own = keep(await dora.driver.get('/driver/tasks')).json.tasks[0];
    // The link would show it to the worker.
    assert.equal(own.trackingURL, '');
    keep(await api.post(`/tasks/${id}/clone`, {}));
    keep(await api.put(`/tasks/${id}`, { notes: 'Ring twice' }));
    keep(await complete({ pin: right }));
    assert.equal((await now()).state, 3);
    await until(() => receiver.deliveries.some(({ body }) => body.triggerId === 3), 'the webhook of the completion');
    answers.push(JSON.stringify(receiver.deliveries));
    for (const text of [right, wrong]) {
      assert.deepEqual(
        answers.filter((answer) => answer.includes(text)),
        [],
      );
      assert.deepEqual(
        server.logged.filter((line) => line.includes(text)),
        [],
      );
    }
    assert.deepEqual(rowsWith(await readAllRows(server.connectionString), [right, wrong]), []);
  } finally {
    await receiver.stop();
  }
});

test('SMS of a task under way have the PIN, behind the text or in its place; the outbox has it sealed', async () => {
  const fleet = await startFleet(server);
  const dora = await fleet.worker([0, 0]);
  const container = { type: 'WORKER', worker: dora.id };
  const deliver = async (more: object) => {
    const phone = `+1415558${String(++people).padStart(4, '0')}`;
    const task = await fleet.task({ container, recipients: [{ name: 'Rosa {pin}', phone }], ...more });
    const pin = await shownPin(task);
    assert.equal((await dora.driver.post(`/driver/tasks/${task.id}/start`, {})).status, 200);
    const sent = await until(
      () => provider.requests.find(({ fields }) => fields.To === phone)?.fields.Body,
      'the SMS of the start',
    );
    assert.equal((await dora.driver.post(`/driver/tasks/${task.id}/complete`, { success: true, pin })).status, 200);
    await until(
      () => provider.requests.filter(({ fields }) => fields.To === phone).length === 2,
      'the SMS of the completion',
    );
    return { pin, sent };
  };
  const built = await deliver({ requirements });
  assert.ok(built.sent.endsWith(` Your PIN for the driver: ${built.pin}`), built.sent);
  const bodies = await server.services.database.reader.all(sql<{ body: string }>`
    select body from platform.outbox where organization_id = ${fleet.organization} and sealed_pin is not null`);
  assert.deepEqual(
    bodies.map(({ body }) => [body.includes('{pin}'), body.includes(built.pin!)]),
    [[true, false]],
  );
  const template = (kind: string) => ({ kind, language: 'en', text: 'Say {pin}!' });
  const settings = (kind: string) => fleet.api.put('/notifications/settings', { templates: [template(kind)] });
  assert.deepEqual(refusalOf(await settings('completed')).slice(0, 2), [400, 1000]);
  assert.equal((await settings('started')).status, 200);
  const placed = await deliver({ requirements });
  assert.equal(placed.sent, `Say ${placed.pin}!`);
  assert.equal((await deliver({})).sent, 'Say !');
});
