import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forgetEmailChanges } from '../../src/chat/email-changes/forget-changes.ts';
import { forgetExports } from '../../src/chat/exports/forget-exports.ts';
import { forgetInvitations } from '../../src/chat/invitations/forget-invitations.ts';
import { forgetFailedReminders } from '../../src/chat/messages/reminders/forget-failed.ts';
import { forgetFailedMessages } from '../../src/chat/messages/scheduled/forget-failed.ts';
import { forgetLocalIds } from '../../src/chat/messages/send/forget-local-ids.ts';
import { forgetDuty } from '../../src/dispatch/driver/forget-duty.ts';
import { forgetOldReports } from '../../src/dispatch/positions/forget-old-reports.ts';
import { forgetShifts } from '../../src/dispatch/schedules/forget-shifts.ts';
import { createCredential, revokeCredential } from '../../src/platform/credentials/credentials.ts';
import { forgetKeys } from '../../src/platform/credentials/forget-keys.ts';
import { type Sql, sql } from '../../src/platform/db/sql.ts';
import type { PlainTx } from '../../src/platform/db/tx.ts';
import { trimLog } from '../../src/platform/events/trim-log.ts';
import type { DeclaredJob } from '../../src/platform/jobs/define-job.ts';
import { forgetInbound, forgetOutbound, forgetSmsDays } from '../../src/platform/outbound/forget-messages.ts';
import { forgetSessions } from '../../src/platform/sessions/forget-sessions.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { startFleet } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

const DAY_MS = 86_400_000;
const JOBS = [
  ...[forgetDuty, forgetShifts, forgetKeys, forgetInvitations, forgetEmailChanges, forgetExports, forgetLocalIds],
];

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('what nobody needs any more goes in its time, and not before: duty and shifts, keys, invitations, addresses, exports, marks of messages', async () => {
  const { services } = server;
  const { database } = services;
  const { organization, chat, worker } = await startFleet(server);
  const owner = new ChatClient(chat);
  const dora = await worker();
  const day = (days: number) => new Date(Date.now() + days * DAY_MS);
  for (const onDuty of [true, false, true])
    assert.equal((await dora.driver.post('/driver/duty', { onDuty })).status, 200);
  const { json: queue } = await owner.post('/register', { event_types: [] });
  const to = { type: 'direct', to: [chat.email], content: 'x', queue_id: queue.queue_id, local_id: '1.1' };
  const { json: sent } = await owner.post('/messages', to);
  const { json: asked } = await owner.post('/export/realm');
  await until(async () => {
    const { exports } = (await owner.get('/export/realm')).json;
    return exports.some(({ id, pending }: { id: number; pending: boolean }) => id === asked.id && !pending);
  }, 'the export');
  const { used, revoked } = await database.transaction(async (tx) => {
    const make = () => createCredential(tx, { organizationId: organization, kind: 'dispatch', subject: null });
    const [retained, ended] = [await make(), await make()];
    await revokeCredential(tx, organization, ended.id);
    const me = await tx.first(sql<{ id: number }>`
      select id from chat.users where organization_id = ${organization} and email = ${chat.email}`);
    for (const [n, [expires, ends]] of [
      [null, null],
      [null, tx.now],
      [tx.now, null],
    ].entries())
      await tx.run(sql`
        insert into chat.invitations (organization_id, referrer_id, token_hash, invited_as, channel_ids, group_ids,
          with_default_channels, notify_referrer, invited_at, expires_at, ended_at)
        values (${organization}, ${me!.id}, ${Buffer.from(`invitation ${n}`)}, 400, '{}', '{}', false, false, ${tx.now},
          ${expires}, ${ends})`);
    await tx.run(sql`
      insert into chat.email_changes (organization_id, user_id, email, token_hash, expires_at)
      values (${organization}, ${me!.id}, 'new@couriers.example', 'x', ${tx.now})`);
    for (const days of [0, 10])
      await tx.run(sql`
        insert into dispatch.schedule_entries (organization_id, worker_id, date, timezone, shifts)
        values (${organization}, ${dora.id}, ${day(days)}::timestamptz::date, 'UTC', '[[1, 2]]')`);
    return { used: retained.id, revoked: ended.id };
  });
  /** Returns the remaining objects after a night a number of days from now. */
  const retainedAfter = async (days: number) => {
    const then = { ...services, clock: { now: () => day(days) } };
    for (const job of JOBS) await job.handle(then, {}, new AbortController().signal);
    const row = await database.reader.first(sql<Record<string, number>>`
      select (select count(*)::int from dispatch.duty_events where organization_id = ${organization}) as duty,
        (select count(*)::int from dispatch.schedule_entries where organization_id = ${organization}) as shifts,
        (select count(*)::int from platform.credentials where organization_id = ${organization}
          and id = any(${[used, revoked]}::text[])) as keys,
        (select count(*)::int from chat.invitations where organization_id = ${organization}) as invitations,
        (select count(*)::int from chat.email_changes where organization_id = ${organization}) as addresses,
        (select count(*)::int from chat.exports where organization_id = ${organization}) as exports,
        (select count(*)::int from platform.files where organization_id = ${organization}) as files,
        (select count(*)::int from chat.sent_local_ids where organization_id = ${organization}) as marks`);
    return row!;
  };
  const all = { duty: 3, shifts: 2, keys: 2, invitations: 3, addresses: 1, exports: 1, files: 1, marks: 1 };
  assert.deepEqual(await retainedAfter(0.9), all);
  assert.deepEqual(await retainedAfter(29), { ...all, addresses: 0 });
  assert.equal((await owner.post('/messages', to)).json.id, sent.id);
  const month = { ...all, addresses: 0, exports: 0, files: 0, marks: 0 };
  assert.deepEqual(await retainedAfter(31), month);
  assert.deepEqual((await owner.get('/export/realm')).json.exports, []);
  assert.deepEqual(await retainedAfter(89), month);
  const quarter = { ...month, keys: 1, invitations: 1 };
  assert.deepEqual(await retainedAfter(91), quarter);
  assert.deepEqual(await retainedAfter(399), quarter);
  // The last change says what held from then on.
  assert.deepEqual(await retainedAfter(405), { ...quarter, duty: 1, shifts: 1 });
  const [left] = await database.reader.all(sql<{ on_duty: boolean }>`
    select on_duty from dispatch.duty_events where organization_id = ${organization}`);
  assert.equal(left!.on_duty, true);
  const [key] = await database.reader.all(sql<{ id: string }>`
    select id from platform.credentials where organization_id = ${organization} and id = any(${[used, revoked]}::text[])`);
  assert.equal(key!.id, used);
});

/** Does a job so many days from now. @returns how many transactions it took */
async function atNight(job: DeclaredJob, days: number): Promise<number> {
  const { services } = server;
  let transactions = 0;
  const database = Object.create(services.database, {
    transaction: {
      value: (work: (tx: PlainTx) => Promise<unknown>, options?: object) => {
        transactions++;
        return services.database.transaction(work, options);
      },
    },
  });
  const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
  await job.handle({ ...services, database, clock }, {}, new AbortController().signal);
  return transactions;
}

const count = async (rows: Sql) =>
  (await server.services.database.reader.first(sql.once(sql<{ count: number }>`select count(*)::int from ${rows}`)))!
    .count;

test('a table is gone through once, some thousand rows in a transaction, and what is young stays wherever it lies', async () => {
  const { database } = server.services;
  const { organization_id: organization } = await server.organization();
  const marks = sql`chat.sent_local_ids where organization_id = ${organization}`;
  await database.transaction((tx) =>
    tx.run(sql`
      insert into chat.sent_local_ids (organization_id, sender_id, queue_id, local_id, message_id, at)
      select ${organization}, 1, 'q', n::text, n, now() + case when n % 3 = 0 then interval '10 days' else interval '0' end
      from generate_series(1, 30000) n`),
  );
  const [size] = await database.reader.all(sql<{ pages: number }>`
    select pg_relation_size('chat.sent_local_ids') / 8192 as pages`);
  assert.equal(await atNight(forgetLocalIds, 29), Math.ceil(size!.pages / 64));
  assert.equal(await count(marks), 30000);
  assert.equal(await atNight(forgetLocalIds, 31), Math.ceil(size!.pages / 64));
  assert.equal(await count(marks), 10000);
});

test('the log is deleted from its beginning, as far as every reader has it behind it, a thousand events at a time', async () => {
  const { database } = server.services;
  const { organization_id: organization } = await server.organization();
  const of = sql`platform.event_log where organization_id = ${organization}`;
  const last = await database.transaction(async (tx) => {
    await tx.position(organization);
    const head = (await tx.first(sql<{ id: number }>`
      update platform.log_heads set event_id = event_id + 2500 where organization_id = ${organization}
      returning event_id - 2500 as id`))!.id;
    await tx.run(sql`
      insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state)
      select ${organization}, ${head}::bigint + n, now(), 'test', 'test', '{}', '{}', false from generate_series(1, 2500) n`);
    await tx.run(sql`
      update platform.log_cursors set event_id = ${head}::bigint + 2500 where organization_id = ${organization}`);
    await tx.run(sql`
      insert into platform.log_cursors (organization_id, reader, event_id)
      values (${organization}, 'a slow one', ${head}::bigint + 2000)`);
    return head + 2500;
  });
  assert.equal(await atNight(trimLog, 14), await count(sql`platform.log_heads`));
  assert.equal(await count(of), last);
  await atNight(trimLog, 23);
  assert.equal(await count(of), 500);
  await database.transaction(async (tx) =>
    tx.run(sql`delete from platform.log_cursors where organization_id = ${organization} and reader = 'a slow one'`),
  );
  await atNight(trimLog, 23);
  assert.equal(await count(of), 0);
});

test('what could not be sent goes 90 days after its time, and clients are told; so do mail, SMS and sessions, and positions after 30', async () => {
  const { database } = server.services;
  const { organization, chat, worker } = await startFleet(server);
  const owner = new ChatClient(chat);
  const dora = await worker();
  assert.equal((await dora.driver.post('/driver/duty', { onDuty: true })).status, 200);
  const report = { location: [-122.4, 37.77], time: Date.now() - DAY_MS };
  assert.equal((await dora.driver.post('/driver/positions', report)).status, 200);
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  const me = (await owner.get('/users/me')).json.user_id;
  const message = { type: 'direct', to: [me], content: 'x', scheduled_delivery_timestamp: inAnHour };
  const { scheduled_message_id: retained } = (await owner.post('/scheduled_messages', message)).json;
  const { scheduled_message_id: failed } = (await owner.post('/scheduled_messages', message)).json;
  const messageId = (await owner.post('/messages', { type: 'direct', to: [me], content: 'x' })).json.id;
  const remind = { message_id: messageId, scheduled_delivery_timestamp: inAnHour };
  const { reminder_id: reminder } = (await owner.post('/reminders', remind)).json;
  await database.transaction(async (tx) => {
    await tx.run(sql`
      update chat.scheduled_messages set failure = 'x' where organization_id = ${organization} and id = ${failed}`);
    await tx.run(sql`
      update chat.reminders set failure = 'x' where organization_id = ${organization} and id = ${reminder}`);
    for (const state of ['sent', 'queued'])
      await tx.run(sql`
        insert into platform.outbox (organization_id, channel, recipient, body, created_at, state)
        values (${organization}, 'email', ${`${state}@couriers.example`}, 'x', ${tx.now}, ${state})`);
    await tx.run(sql`
      insert into platform.sms_inbound (organization_id, provider, provider_id, number, phone, body, received_at)
      values (${organization}, 'x', 'x', '+1', '+2', 'x', ${tx.now})`);
    await tx.run(sql`
      insert into platform.credentials (organization_id, id, kind, subject, hash, created_at, expires_at)
      values (${organization}, 'ended', 'session', 'p', 'x', ${tx.now}, ${tx.now})`);
  });
  const { json: queue } = await owner.post('/register', { event_types: ['scheduled_messages', 'reminders'] });
  const retainedAfter = async (days: number) => {
    const jobs = [forgetFailedMessages, forgetFailedReminders, forgetOutbound, forgetInbound, forgetSmsDays];
    for (const job of [...jobs, forgetSessions, forgetOldReports]) await atNight(job, days);
    return database.reader.first(sql<Record<string, number>>`
      select (select count(*)::int from platform.outbox where organization_id = ${organization}
          and recipient in ('sent@couriers.example', 'queued@couriers.example')) as mail,
        (select count(*)::int from platform.sms_inbound where organization_id = ${organization}) as inbound,
        (select count(*)::int from platform.sms_days where organization_id = ${organization}) as days,
        (select count(*)::int from platform.credentials where organization_id = ${organization} and id = 'ended') as sessions,
        (select count(*)::int from dispatch.position_reports where organization_id = ${organization}) as positions,
        (select count(*)::int from chat.reminders where organization_id = ${organization}) as reminders,
        (select array_agg(id) from chat.scheduled_messages where organization_id = ${organization}) as scheduled`);
  };
  const all = { mail: 2, inbound: 1, days: 1, reminders: 1, scheduled: [retained, failed] };
  assert.deepEqual(await retainedAfter(6), { ...all, sessions: 1, positions: 1 });
  assert.deepEqual(await retainedAfter(28), { ...all, sessions: 0, positions: 1 });
  assert.deepEqual(await retainedAfter(30), { ...all, sessions: 0, positions: 0 });
  assert.deepEqual(await retainedAfter(89), { ...all, sessions: 0, positions: 0 });
  const gone = { mail: 1, inbound: 0, days: 0, sessions: 0, positions: 0, reminders: 0, scheduled: [retained] };
  assert.deepEqual(await retainedAfter(92), gone);
  const { events } = (await owner.get(`/events?queue_id=${queue.queue_id}&last_event_id=-1&dont_block=true`)).json;
  assert.deepEqual(
    events.map((event: Record<string, unknown>) => [
      event.type,
      event.op,
      event.scheduled_message_id ?? event.reminder_id,
    ]),
    [
      ['scheduled_messages', 'remove', failed],
      ['reminders', 'remove', reminder],
    ],
  );
});
