import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt } from '../../../tests/harness/fleet.ts';
import { type Delivery, Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { countMatching } from '../../../tests/harness/statements.ts';
import { NoSlot } from '../../platform/db/fair-slots.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { type ClaimedDeliveryRow, claimDeliveries } from './delivery-queries.ts';
import { CLAIM_MS, PARALLEL } from './limits.ts';
import { doRecordRequests } from './record.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const destination = destinationAt();
const batch = (count: number) => Array.from({ length: count }, (_, n) => n);

async function organization(...webhooks: { receiver: Receiver; triggers: number[] }[]) {
  const { organization_id: id, dispatch } = await server.organization();
  const api = new DispatchClient(dispatch);
  for (const { receiver, triggers } of webhooks)
    for (const trigger of triggers)
      assert.equal((await api.post('/webhooks', { url: receiver.url, trigger })).status, 200);
  const create = async (notes = '') => (await api.post('/tasks', { destination, notes })).json.id as string;
  return { api, create, id };
}

/** Receivers for one test; those that hang are let go at its end. */
async function withReceivers(count: number, work: (receivers: Receiver[]) => Promise<void>) {
  const receivers = await Promise.all(batch(count).map(() => Receiver.start()));
  try {
    await work(receivers);
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  }
}

const hang = () => new Promise<never>(() => undefined);

test('a receiver that hangs holds up neither other receivers nor other organizations', () =>
  withReceivers(2, async ([hanging, good]) => {
    hanging!.hold = hang;
    const mixed = await organization({ receiver: hanging!, triggers: [6] }, { receiver: good!, triggers: [6] });
    const other = await organization({ receiver: good!, triggers: [6] });
    for (const n of batch(20)) await mixed.create(`mixed ${n}`);
    await until(() => hanging!.underWay === 16, 'sixteen requests that hang');
    await other.create('other');
    // Both while the sixteen still wait for their answers.
    await until(() => good!.deliveries.length === 21, 'all deliveries to the receiver that answers', 8);
    assert.equal(hanging!.underWay, 16);
    assert.equal(hanging!.deliveries.length, 16);
  }));

test('up to sixteen requests at a time; the events of one task in their order, also over several webhooks', () =>
  withReceivers(1, async ([receiver]) => {
    const { api, create } = await organization({ receiver: receiver!, triggers: [6, 7, 8] });
    const open = new Set<string>();
    const together: string[] = [];
    receiver!.hold = async ({ body }: Delivery) => {
      if (open.has(body.taskId)) together.push(body.taskId);
      open.add(body.taskId);
      await new Promise((resolve) => setTimeout(resolve, 50));
      open.delete(body.taskId);
    };
    const pauseUntil = (at: Date | null) =>
      server.services.database.transaction((tx) =>
        tx.run(sql`update dispatch.webhook_receivers set paused_until = ${at} where receiver = ${receiver!.origin}`),
      );
    // Until there are several events of each task: then it is for the server to keep them apart.
    await pauseUntil(new Date(server.clock.now().getTime() + 3_600_000));
    const ids = await Promise.all(batch(30).map(() => create()));
    // Deliveries of one task follow each other: all of them fit at once.
    for (const id of ids) {
      for (const notes of ['one', 'two']) assert.equal((await api.put(`/tasks/${id}`, { notes })).status, 200);
      assert.equal((await api.delete(`/tasks/${id}`)).status, 200);
    }
    await pauseUntil(null);
    await until(() => receiver!.deliveries.length === 120, 'all deliveries');
    assert.deepEqual(together, []);
    for (const id of ids) {
      const own = receiver!.deliveries.filter((delivery) => delivery.body.taskId === id);
      assert.deepEqual(
        own.map(({ body }) => [body.triggerId, body.data.task.notes]),
        [
          [6, ''],
          [7, 'one'],
          [7, 'two'],
          [8, 'two'],
        ],
      );
    }
    assert.ok(receiver!.mostUnderWay > 8 && receiver!.mostUnderWay <= 16, String(receiver!.mostUnderWay));
  }));

test('of events that come together as many go at once as may, and one object’s go in their order', () =>
  withReceivers(1, async ([receiver]) => {
    const { id } = await organization({ receiver: receiver!, triggers: [7] });
    const gate = Promise.withResolvers<void>();
    receiver!.hold = () => gate.promise;
    await server.services.database.transaction(async (tx) => {
      for (const step of [1, 2])
        for (const n of batch(20))
          tx.emit({
            organizationId: id,
            part: 'dispatch',
            kind: 'task',
            audience: [],
            payload: { triggerId: 7, taskId: `task ${n}`, step },
            state: false,
          });
    });
    await until(() => receiver!.underWay === 16, 'sixteen requests');
    gate.resolve();
    await until(() => receiver!.deliveries.length === 40, 'all deliveries');
    for (const n of batch(20)) {
      const own = receiver!.deliveries.filter(({ body }) => body.taskId === `task ${n}`);
      assert.deepEqual(
        own.map(({ body }) => body.step),
        [1, 2],
      );
    }
    assert.equal(receiver!.mostUnderWay, 16);
  }));

test('the events of many organizations share a transaction, and so do their results', () =>
  withReceivers(1, async ([receiver]) => {
    const organizations: string[] = [];
    for (const _ of batch(12)) organizations.push((await organization({ receiver: receiver!, triggers: [7] })).id);
    const gate = Promise.withResolvers<void>();
    receiver!.hold = () => gate.promise;
    const { database } = server.services;
    const emit = (...taskIds: string[]) =>
      database.transaction(async (tx) => {
        for (const organizationId of organizations)
          for (const taskId of taskIds)
            tx.emit({
              organizationId,
              part: 'dispatch',
              kind: 'task',
              audience: [],
              payload: { triggerId: 7, taskId },
              state: false,
            });
      });
    const written = await countMatching(/insert into dispatch\.webhook_deliveries/, async () => {
      await emit('task', 'task');
      await until(() => receiver!.underWay === 12, 'a request for each');
    });
    assert.ok(written > 0 && written < 12, `${written} transactions for 12 organizations`);
    // An organization without a secret that can be opened sends nothing, and the others do not wait for it.
    const [without, broken, ...others] = organizations;
    await database.transaction(async (tx) => {
      await tx.run(sql`delete from platform.sealed_secrets where organization_id = ${without!}`);
      await tx.run(sql`
        update platform.sealed_secrets set sealed = ${randomBytes(80)} where organization_id = ${broken!}`);
    });
    gate.resolve();
    await emit('another');
    const results = async () => {
      const rows = await database.reader.all(sql<{ id: string; count: number }>`
        select organization_id as id, count(*)::int as count from dispatch.webhook_attempts
        where organization_id = any(${organizations}::text[]) group by organization_id`);
      return organizations.map((id) => rows.find((row) => row.id === id)?.count ?? 0);
    };
    await until(async () => (await results()).reduce((sum, count) => sum + count) >= 32, 'all results');
    assert.equal(receiver!.deliveries.length, 32, 'three requests for each of the others');
    assert.deepEqual(await results(), [1, 1, ...others.map(() => 3)], 'each result is recorded once');
  }));

test('the results of a round that gets no connection are recorded by the next, and nothing is sent twice', (t) =>
  withReceivers(1, async ([receiver]) => {
    const { id } = await organization({ receiver: receiver!, triggers: [7] });
    const { database } = server.services;
    const gate = Promise.withResolvers<void>();
    receiver!.hold = () => gate.promise;
    const events = batch(8).map((n) => ({ taskId: `task ${n % 4}`, step: n }));
    await database.transaction(async (tx) => {
      for (const event of events)
        tx.emit({
          organizationId: id,
          part: 'dispatch',
          kind: 'task',
          audience: [],
          payload: { triggerId: 7, ...event },
          state: false,
        });
    });
    await until(() => receiver!.underWay === 4, 'the first of each task');
    const transaction = database.transaction.bind(database);
    let refused = 0;
    t.mock.method(database, 'transaction', ((work, options) => {
      const isRound = /deliverer\.ts/.test(new Error('who asks').stack!);
      return isRound && refused++ === 0
        ? Promise.reject(new NoSlot())
        : transaction(work as (tx: PlainTx) => Promise<never>, options);
    }) as typeof database.transaction);
    gate.resolve();
    const results = async () =>
      (
        await database.reader.all(sql<{ status: number }>`
          select status from dispatch.webhook_attempts where organization_id = ${id}`)
      ).map(({ status }) => status);
    await until(async () => (await results()).length >= events.length, 'all results');
    assert.ok(refused > 1, 'a round was refused');
    assert.deepEqual(await results(), Array(events.length).fill(200));
    assert.deepEqual(
      receiver!.deliveries.map(({ body }) => body.step).sort((one, other) => one - other),
      events.map(({ step }) => step),
    );
  }));

test('a failed delivery waits its half hour and holds nothing up, not even of its own task', () =>
  withReceivers(1, async ([receiver]) => {
    const { api, create } = await organization({ receiver: receiver!, triggers: [6, 7] });
    receiver!.status = 500;
    const id = await create();
    await until(() => receiver!.deliveries.length === 1);
    receiver!.status = 200;
    await api.put(`/tasks/${id}`, { notes: 'new' });
    await until(() => receiver!.deliveries.length === 2);
    assert.equal(receiver!.deliveries[1]!.body.triggerId, 7);
    server.clock.advance(30 * 60_000);
    await until(() => receiver!.deliveries.length === 3);
    assert.equal(receiver!.deliveries[2]!.body.triggerId, 6);
  }));

test('a receiver that does not answer is left alone for longer and longer, and asked by one request at a time', () =>
  withReceivers(1, async ([receiver]) => {
    const { create } = await organization({ receiver: receiver!, triggers: [6] });
    const state = async () =>
      (await server.services.database.reader.first(sql<{ unanswered: number; paused: Date | null }>`
        select unanswered, paused_until as paused from dispatch.webhook_receivers
        where receiver = ${receiver!.origin}`))!;
    const { hold } = receiver!;
    receiver!.hold = () => receiver!.drop();
    for (const _ of batch(4)) await create();
    await until(async () => (await state()).unanswered === 1, 'the first round');
    await until(() => receiver!.deliveries.length >= 1);
    for (const _ of batch(6)) await create();
    for (const [round, pause] of [
      [2, 2000],
      [3, 4000],
      [4, 8000],
      [5, 10_000],
      [6, 10_000],
    ] as const) {
      const before = receiver!.deliveries.length;
      server.clock.advance(pause);
      await until(async () => (await state()).unanswered === round, `round ${round}`);
      assert.equal(receiver!.deliveries.length, before + 1);
      const length = (await state()).paused!.getTime() - server.clock.now().getTime();
      assert.ok(length > pause - 2000 && length <= pause, `round ${round}: ${length}`);
    }
    receiver!.hold = hold;
    await create();
    server.clock.advance(10_000);
    await until(async () => (await state()).unanswered === 0, 'the answer');
    assert.equal((await state()).paused, null);
  }));

test('what is claimed right behind the results of a round sees all of them', () =>
  withReceivers(2, async ([answering, hanging]) => {
    const both = [answering!, hanging!].map((receiver) => ({ receiver, triggers: [6] }));
    const { create, id } = await organization(...both);
    for (const { receiver } of both) receiver.hold = hang;
    await create();
    await create();
    await until(() => answering!.underWay === 2 && hanging!.underWay === 2, 'two requests to each');
    const claimed = await server.services.database.transaction(async (tx) => {
      const ended = await tx.all(sql<ClaimedDeliveryRow>`
        update dispatch.webhook_deliveries set claimed_until = null where organization_id = ${id}
        returning organization_id as "organizationId", webhook_id as "webhookId", receiver, event_id as "eventId", body, created_at as "createdAt"`);
      const results = both.map((each) => ended.find(({ receiver }) => receiver === each.receiver.origin)!);
      const attempt = { at: tx.now, durationMs: 1, status: null, error: null, excerpt: '' };
      const [, rows] = await Promise.all([
        doRecordRequests(
          tx,
          results.map((delivery, n) => ({
            delivery,
            attempt: { ...attempt, outcome: n === 0 ? 'delivered' : 'unanswered' },
          })),
        ),
        claimDeliveries(tx, [{ organizationId: id, receiver: null }], {
          limits: PARALLEL,
          free: 100,
          until: new Date(tx.now.getTime() + CLAIM_MS),
        }),
      ]);
      return rows;
    });
    assert.deepEqual(
      claimed.map(({ receiver }) => receiver),
      [answering!.origin],
      'the receiver that did not answer is left alone',
    );
  }));

test('connections to a receiver are kept, and one that it closes as a delivery comes is replaced', () =>
  withReceivers(1, async ([receiver]) => {
    const { api, create } = await organization({ receiver: receiver!, triggers: [6] });
    const [webhook] = (await api.get('/webhooks')).json;
    const delivered = (count: number) =>
      until(async () => (await api.get('/webhooks')).json[0].count === count, `${count} deliveries`);
    const before = receiver!.connections;
    for (const n of [1, 2, 3, 4, 5]) {
      await create();
      await delivered(n);
    }
    assert.equal(receiver!.connections - before, 1);
    receiver!.hold = () => {
      receiver!.hold = undefined;
      return receiver!.drop();
    };
    await create();
    await delivered(6);
    const [last] = (await api.get(`/webhooks/${webhook.id}/deliveries`)).json.deliveries;
    assert.deepEqual(
      last.attempts.map(({ status }: { status: number }) => status),
      [200],
    );
    assert.equal(receiver!.connections - before, 2);
  }));
