import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { isPublicAddress } from '../../platform/http-client/public-address.ts';
import { insertDeliveries } from './delivery-queries.ts';
import { PARALLEL } from './limits.ts';
import { askReceiver, ReceiverError } from './receiver.ts';
import { doRecordRequests } from './record.ts';
import type { Outcome } from './send.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const destination = {
  address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
  location: [-122.4, 37.78],
};

async function organization() {
  const created = await server.organization();
  return {
    id: created.organization_id,
    api: new DispatchClient(created.dispatch),
    secret: created.dispatch.webhook_secret,
  };
}

async function withReceiver(work: (receiver: Receiver) => Promise<void>) {
  const receiver = await Receiver.start();
  try {
    await work(receiver);
  } finally {
    await receiver.stop();
  }
}

test('a webhook is validated, told of events with a signature, counted, listed and deleted', () =>
  withReceiver(async (receiver) => {
    const { api, secret } = await organization();
    await api.post('/tasks', { destination, notes: 'before' });
    const created = await api.post('/webhooks', { url: `${receiver.url}?a=b`, name: 'created', trigger: 6 });
    assert.equal(created.status, 200, created.text);
    assert.equal(created.json.count, 0);
    assert.equal(created.json.url, `${receiver.url}?a=b`);

    for (const notes of ['one', 'two', 'three']) await api.post('/tasks', { destination, notes });
    await until(() => receiver.deliveries.length === 3, 'three deliveries');
    // Different tasks' events go side by side.
    assert.deepEqual(receiver.deliveries.map((delivery) => delivery.body.data.task.notes).sort(), [
      'one',
      'three',
      'two',
    ]);
    for (const delivery of receiver.deliveries) {
      assert.ok(Receiver.verifies(delivery, secret));
      assert.ok(Receiver.verifies(delivery, secret, 'x-onfleet-signature'));
    }
    const { body } = receiver.deliveries[0]!;
    assert.equal(body.triggerId, 6);
    assert.equal(body.triggerName, 'taskCreated');
    assert.equal(body.taskId, body.data.task.id);
    assert.equal(body.workerId, null);
    assert.equal(body.adminId, null);
    assert.equal(body.actionContext.type, 'API');
    assert.ok(Math.abs(body.time - Date.now()) < 60_000);

    const counted = await until(async () => {
      const { json } = await api.get('/webhooks');
      return json[0].count === 3 && json;
    });
    assert.deepEqual(counted, [{ ...created.json, count: 3, isEnabled: true }]);
    assert.equal((await api.delete(`/webhooks/${created.json.id}`)).status, 200);
    assert.deepEqual((await api.get('/webhooks')).json, []);
    await api.post('/tasks', { destination, notes: 'after' });
    assert.equal((await api.delete(`/webhooks/${created.json.id}`)).json.message.error, 1402);
    assert.equal(receiver.deliveries.length, 3);
  }));

test('a failed validation registers nothing', () =>
  withReceiver(async (receiver) => {
    const { api } = await organization();
    const refusals: Receiver['check'][] = [
      () => ({ status: 200, body: 'something else' }),
      (word) => ({ status: 200, body: `${word}\n` }),
      (word) => ({ status: 201, body: word }),
      (word) => ({ status: 302, body: word, location: `${receiver.url}?check=${word}` }),
      () => ({ status: 200, body: 'x'.repeat(100_000) }),
    ];
    for (const check of refusals) {
      receiver.check = check;
      const answer = await api.post('/webhooks', { url: receiver.url, name: 'x', trigger: 6 });
      assert.equal(answer.status, 400);
      assert.equal(answer.json.message.error, 1008);
    }
    receiver.check = (word) => ({ status: 200, body: word });
    for (const credentials of ['dispatch:secret', 'dispatch', ':secret']) {
      const url = receiver.url.replace('://', `://${credentials}@`);
      const answer = await api.post('/webhooks', { url, name: 'x', trigger: 6 });
      assert.match(answer.json.message.cause, /credentials/, credentials);
    }
    for (const url of ['not a url', 'ftp://couriers.example/', 'http://127.0.0.1:1/', 'http://nobody.invalid/']) {
      const answer = await api.post('/webhooks', { url, name: 'x', trigger: 6 });
      assert.equal(answer.json.message.error, 1008, url);
    }
    assert.deepEqual((await api.get('/webhooks')).json, []);
  }));

test('triggers and thresholds', () =>
  withReceiver(async (receiver) => {
    const { api } = await organization();
    const make = async (body: object) => (await api.post('/webhooks', { url: receiver.url, name: 'x', ...body })).json;
    for (const trigger of [11, -1, 21, 1e9]) assert.equal((await make({ trigger })).message.error, 1000);
    assert.equal((await make({ trigger: 'six' })).message.error, 1005);
    assert.equal((await make({})).message.error, 1900);
    const usual = await Promise.all([1, 2, 12].map((trigger) => make({ trigger })));
    assert.deepEqual(
      usual.map(({ threshold }) => threshold),
      [300, 100, 300],
    );
    assert.equal((await api.delete(`/webhooks/${usual[1].id}`)).status, 200);
    assert.equal((await make({ trigger: 6, threshold: 5 })).message.error, 1000);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => make({ trigger: 2, threshold: n })));
    assert.equal(answers.filter((answer) => answer.id).length, 10);
    assert.equal(answers.filter((answer) => answer.message?.error === 1000).length, 2);
    assert.equal((await make({ trigger: 12, threshold: 60 })).threshold, 60);
    for (const trigger of [0, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18])
      assert.equal((await make({ trigger })).trigger, trigger);
  }));

test('a webhook is moved to another receiver, which is validated and gets what was still to be told', () =>
  withReceiver((before) =>
    withReceiver(async (after) => {
      const { api } = await organization();
      const { json } = await api.post('/webhooks', { url: before.url, name: 'created', trigger: 6 });
      before.status = 503;
      await api.post('/tasks', { destination, notes: 'missed' });
      await until(() => before.deliveries.length === 1, 'the attempt that fails');
      await until(async () => (await api.get(`/webhooks/${json.id}`)).json.failures === 1, 'the failure');
      const path = `/webhooks/${json.id}`;

      after.check = () => ({ status: 200, body: 'something else' });
      const invalid = await api.put(path, { url: after.url });
      assert.deepEqual([invalid.status, invalid.json.message.error], [400, 1008]);
      assert.equal((await api.get(path)).json.url, before.url);
      after.check = (word) => ({ status: 200, body: word });

      const moved = await api.put(path, { url: after.url });
      assert.deepEqual([moved.status, moved.json], [200, { ...json, url: after.url }], moved.text);
      assert.deepEqual((await api.get('/webhooks')).json, [{ ...json, url: after.url }]);
      assert.equal((await api.get(path)).json.failures, 0);
      await api.post('/tasks', { destination, notes: 'later' });
      await until(() => after.deliveries.length === 2, 'what was missed and what is new');
      assert.deepEqual(after.deliveries.map(({ body }) => body.data.task.notes).sort(), ['later', 'missed']);
      assert.equal(before.deliveries.length, 1);

      // A webhook whose receiver is gone can still be disabled by writing back what was read.
      after.check = () => ({ status: 500, body: '' });
      const disabled = await api.put(path, { ...moved.json, isEnabled: false });
      assert.deepEqual([disabled.status, disabled.json.isEnabled], [200, false], disabled.text);
    }),
  ));

test('a webhook gets another trigger and threshold, and hears of what comes after that only', () =>
  withReceiver(async (receiver) => {
    const { api } = await organization();
    const { json } = await api.post('/webhooks', { url: receiver.url, name: 'x', trigger: 7 });
    const change = async (body: object) => (await api.put(`/webhooks/${json.id}`, body)).json;
    const task = (await api.post('/tasks', { destination })).json;
    assert.deepEqual(await change({ trigger: 6 }), { ...json, trigger: 6 });
    await api.put(`/tasks/${task.id}`, { notes: 'changed' });
    const made = (await api.post('/tasks', { destination })).json;
    await until(() => receiver.deliveries.length === 1, 'the creation after it');
    assert.deepEqual([receiver.deliveries[0]!.body.triggerId, receiver.deliveries[0]!.body.taskId], [6, made.id]);

    for (const [body, error] of [
      [{ trigger: 11 }, 1000],
      [{ threshold: 5 }, 1000],
      [{ trigger: 'x' }, 1005],
      [{ url: 7 }, 1005],
    ] as const)
      assert.equal((await change(body)).message?.error, error, JSON.stringify(body));
    assert.deepEqual(await change({ trigger: 1 }), { ...json, trigger: 1, threshold: 300, count: 1 });
    assert.equal((await change({ threshold: 60 })).threshold, 60);
    assert.equal((await change({ name: 'y' })).threshold, 60);
    assert.equal((await change({ threshold: null })).threshold, 300);
    assert.deepEqual(await change({ trigger: 6, name: null }), { ...json, trigger: 6, name: '', count: 1 });
    for (let n = 0; n < 10; n++)
      await api.post('/webhooks', { url: receiver.url, name: 'x', trigger: 2, threshold: n });
    assert.equal((await change({ trigger: 2 })).message.error, 1000);
  }));

test('a webhook with another threshold hears of what comes after that only', () =>
  withReceiver(async (receiver) => {
    const { api } = await organization();
    const { json } = await api.post('/webhooks', { url: receiver.url, name: 'x', trigger: 1 });
    const after = async () =>
      (
        await server.services.database.reader.first(
          sql<{ after: number }>`select after_event as after from dispatch.webhooks where url = ${receiver.url}`,
        )
      )?.after;
    const before = await after();
    await api.post('/tasks', { destination });
    const change = async (body: object) => assert.equal((await api.put(`/webhooks/${json.id}`, body)).status, 200);
    await change({ name: 'y' });
    assert.equal(await after(), before, 'a name changes nothing of what it hears');
    await change({ threshold: 60 });
    assert.ok((await after())! > before!);
  }));

test('a failed delivery is tried again every 30 minutes, and given up after a day', () =>
  withReceiver(async (receiver) => {
    const { api } = await organization();
    await api.post('/webhooks', { url: receiver.url, trigger: 6 });
    receiver.status = 500;
    await api.post('/tasks', { destination });
    const waiting = () => deliveries(receiver.url);
    await until(async () => receiver.deliveries.length === 1 && (await waiting())[0]?.attempts === 1);
    server.clock.advance(29 * 60_000);
    server.clock.advance(60_000);
    await until(async () => receiver.deliveries.length === 2 && (await waiting())[0]?.attempts === 2);
    server.clock.advance(24 * 3_600_000);
    await until(async () => (await waiting()).length === 0, 'giving up');
    assert.equal(receiver.deliveries.length, 3);
    assert.equal(new Set(receiver.deliveries.map((delivery) => delivery.raw)).size, 1);

    await api.post('/tasks', { destination });
    await until(async () => receiver.deliveries.length === 4 && (await waiting())[0]?.attempts === 1);
    receiver.status = 200;
    server.clock.advance(30 * 60_000);
    await until(async () => (await api.get('/webhooks')).json[0].count === 1, 'the retry that succeeds');
    assert.equal((await failures(receiver.url))[0]?.consecutive_failures, 0);
  }));

test('more than 300 failures in a row disable a webhook, which is in the audit log once', () =>
  withReceiver(async (receiver) => {
    const { api, id } = await organization();
    const webhook = (await api.post('/webhooks', { url: receiver.url, trigger: 6, name: 'orders' })).json;
    const already = (count: number) =>
      server.services.database.transaction((tx) =>
        tx.run(sql`update dispatch.webhooks set consecutive_failures = ${count} where url = ${receiver.url}`),
      );
    receiver.status = 404;
    await already(299);
    await api.post('/tasks', { destination });
    await until(async () => (await failures(receiver.url))[0]?.consecutive_failures === 300);
    assert.equal((await api.get('/webhooks')).json[0].isEnabled, true);
    await api.post('/tasks', { destination });
    await until(async () => (await api.get('/webhooks')).json[0].isEnabled === false, 'disabling');
    assert.deepEqual(await deliveries(receiver.url), []);
    const { clock, database } = server.services;
    // One that was under way still.
    const delivery = { organizationId: id, webhookId: webhook.id, receiver: receiver.origin, eventId: 1 };
    const attempt = { at: clock.now(), durationMs: 1, status: 404, error: null, excerpt: '' };
    await database.transaction((tx) =>
      doRecordRequests(tx, [
        { delivery: { ...delivery, createdAt: clock.now() }, attempt: { ...attempt, outcome: 'refused' } },
      ]),
    );
    const entries = await database.reader.all(sql`
      select actor_kind, object_id, object_name, details from platform.audit_log
      where organization_id = ${id} and action = 'webhook.disabled'`);
    const details = { isEnabled: { from: true, to: false }, failures: { to: 301 } };
    assert.deepEqual(entries, [{ actor_kind: 'server', object_id: webhook.id, object_name: 'orders', details }]);
  }));

test('a success ends a row of failures; what the end of the program cut off is none', () =>
  withReceiver(async (receiver) => {
    const { id, api } = await organization();
    const webhook = (await api.post('/webhooks', { url: receiver.url, trigger: 6 })).json.id;
    const { database, clock } = server.services;
    const delivery = { organizationId: id, webhookId: webhook, receiver: receiver.origin };
    /** Attempts that ended together, in order. */
    const end = (...outcomes: Outcome[]) =>
      database.transaction((tx) =>
        doRecordRequests(
          tx,
          outcomes.map((outcome, eventId) => ({
            delivery: { ...delivery, eventId, createdAt: clock.now() },
            attempt: { outcome, at: clock.now(), durationMs: 1, status: null, error: null, excerpt: '' },
          })),
        ),
      );
    await database.transaction((tx) =>
      tx.run(sql`update dispatch.webhooks set consecutive_failures = 300 where url = ${receiver.url}`),
    );
    await end('cut');
    assert.equal((await failures(receiver.url))[0]!.consecutive_failures, 300);
    await end('delivered', 'refused');
    assert.equal((await failures(receiver.url))[0]!.consecutive_failures, 1);
    assert.equal((await api.get('/webhooks')).json[0].isEnabled, true);
  }));

test('a delivery of a process that was killed is taken again', () =>
  withReceiver(async (receiver) => {
    const { api } = await organization();
    await api.post('/webhooks', { url: receiver.url, trigger: 6 });
    const run = (statement: Parameters<Tx['run']>[0]) =>
      server.services.database.transaction((tx) => tx.run(statement));
    const later = new Date(server.clock.now().getTime() + 3_600_000);
    await run(sql`update dispatch.webhook_receivers set paused_until = ${later} where receiver = ${receiver.origin}`);
    await api.post('/tasks', { destination });
    await until(async () => (await deliveries(receiver.url)).length === 1);
    // Another process claims it, and dies.
    const claimed = new Date(server.clock.now().getTime() + 30_000);
    await run(
      sql`update dispatch.webhook_deliveries set claimed_until = ${claimed} where receiver = ${receiver.origin}`,
    );
    await run(sql`update dispatch.webhook_receivers set paused_until = null where receiver = ${receiver.origin}`);
    await api.post('/tasks', { destination });
    await until(() => receiver.deliveries.length === 1, 'the task that nobody claimed');
    server.clock.advance(30_001);
    await until(() => receiver.deliveries.length === 2);
  }));

test('a webhook that is made while an event is being written hears only of what comes after it', () =>
  withReceiver(async (receiver) => {
    const { api, id } = await organization();
    // So that the fan-out reads the log from before on.
    await api.post('/webhooks', { url: receiver.url, trigger: 7 });
    const created = await whileHeld(
      server,
      async (tx) => {
        await tx.position(id);
        tx.emit({
          organizationId: id,
          part: 'dispatch',
          kind: 'task',
          audience: ['organization'],
          payload: { triggerId: 6, taskId: 'before' },
          state: false,
        });
      },
      () => api.post('/webhooks', { url: receiver.url, trigger: 6 }),
    );
    assert.equal(created.status, 200, created.text);
    const task = (await api.post('/tasks', { destination })).json;
    await api.put(`/tasks/${task.id}`, { notes: 'after' });
    await until(() => receiver.deliveries.length >= 2);
    assert.deepEqual(
      receiver.deliveries.map(({ body }) => [body.triggerId, body.taskId]),
      [
        [6, task.id],
        [7, task.id],
      ],
    );
  }));

test('a webhook hears nothing of before it, also where the log is read for another one already', () =>
  withReceiver(async (receiver) => {
    const { id, api } = await organization();
    await api.post('/webhooks', { url: receiver.url, trigger: 6 });
    const { database } = server.services;
    const written = (eventId: number) =>
      database.transaction((tx) =>
        insertDeliveries(
          tx,
          [{ organizationId: id, eventId, trigger: 6, objectId: null, body: '{}', threshold: null, trace: null }],
          {
            limits: PARALLEL,
            free: 0,
            until: tx.now,
          },
        ),
      );
    const row = await database.reader.first(sql<{ after: number }>`
      select after_event as after from dispatch.webhooks where url = ${receiver.url}`);
    assert.equal((await written(row!.after)).length, 0);
    assert.equal((await written(row!.after + 1_000_000)).length, 1);
    // The round is told once of two that wait for one receiver.
    await api.post('/webhooks', { url: `${receiver.url}?second`, trigger: 6 });
    assert.equal((await written(row!.after + 2_000_000)).length, 1);
    assert.equal((await deliveries(`${receiver.url}?second`)).length, 1);
  }));

test('of more events at once than are read together each is told', () =>
  withReceiver(async (receiver) => {
    const { id, api } = await organization();
    await api.post('/webhooks', { url: receiver.url, trigger: 6 });
    const { database, clock } = server.services;
    const later = new Date(clock.now().getTime() + 3_600_000);
    await database.transaction(async (tx) => {
      await tx.run(
        sql`update dispatch.webhook_receivers set paused_until = ${later} where receiver = ${receiver.origin}`,
      );
      for (let n = 0; n < 700; n++)
        tx.emit({
          organizationId: id,
          part: 'dispatch',
          kind: 'task',
          audience: [],
          payload: { triggerId: 6, taskId: `task ${n}` },
          state: false,
        });
    });
    await until(async () => (await deliveries(receiver.url)).length === 700, 'a delivery of each');
  }));

test('with OUTGOING_HOSTS only those are asked, also by webhooks that were there before', () =>
  withReceiver(async (receiver) => {
    const { api } = await organization();
    const { services } = server;
    const local = receiver.url.replace('127.0.0.1', 'localhost');
    const retained = await api.post('/webhooks', { url: local, name: 'before', trigger: 6 });
    assert.equal(retained.status, 200, retained.text);
    const config = services.config as { outgoingHosts: readonly string[] | undefined };
    config.outgoingHosts = ['127.0.0.1', '*.localhost', 'couriers.example'];
    try {
      assert.equal((await api.post('/webhooks', { url: receiver.url, name: 'x', trigger: 6 })).status, 200);
      const below = receiver.url.replace('127.0.0.1', 'hooks.localhost');
      for (const [url, sentence] of [
        [local, /not among the hosts that this server may contact/],
        ['https://hooks.couriers.example/', /not among the hosts that this server may contact/],
        ['https://couriers.example.invalid/', /not among the hosts that this server may contact/],
        [below, /was not found|could not be reached|^$/],
      ] as const) {
        const answer = await api.post('/webhooks', { url, name: 'x', trigger: 6 });
        assert.match(answer.status === 200 ? '' : answer.json.message.cause, sentence, url);
      }
      await api.post('/tasks', { destination, notes: 'after' });
      await until(async () => (await failures(local))[0]!.consecutive_failures > 0, 'the attempt that was not made');
      await until(() => receiver.deliveries.length > 0, 'the delivery to the host that may be asked');
      assert.equal(receiver.deliveries.length, 1);
    } finally {
      config.outgoingHosts = undefined;
    }
  }));

test('foreign webhooks look like none', async () => {
  const { api } = await organization();
  assert.equal((await api.delete(`/webhooks/${'a'.repeat(24)}`)).json.message.error, 1402);
  assert.equal((await api.delete('/webhooks/short')).json.message.error, 1005);
});

test('without permission for insecure receivers, only public hosts by HTTPS are asked', async () => {
  const ask = (url: string) =>
    askReceiver({ url: new URL(url), method: 'GET', timeoutMs: 2000, allowInsecure: false, hosts: undefined });
  for (const url of [
    'http://couriers.example/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://0x7f000001/',
    'https://2130706433/',
  ])
    await assert.rejects(ask(url), ReceiverError, url);
  for (const address of ['8.8.8.8', '2606:4700::1111']) assert.equal(isPublicAddress(address), true);
  for (const address of ['0.0.0.0', '192.168.1.1', '172.31.0.1', '100.64.0.1', '224.0.0.1', 'fe80::1', '2002:7f00:1::'])
    assert.equal(isPublicAddress(address), false);
  // Where clouds give out the keys of a machine.
  assert.equal(isPublicAddress('169.254.169.254'), false);
  assert.deepEqual(['168.63.129.15', '168.63.129.16', '168.63.129.17'].map(isPublicAddress), [true, false, true]);
});

const deliveries = (url: string) =>
  server.services.database.reader.all(sql<{ attempts: number }>`
    select d.attempts from dispatch.webhook_deliveries d
    join dispatch.webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id where w.url = ${url}`);

const failures = (url: string) =>
  server.services.database.reader.all(sql<{ consecutive_failures: number }>`
    select consecutive_failures from dispatch.webhooks where url = ${url}`);
