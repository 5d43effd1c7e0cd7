import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forgetEmailChanges } from '../../src/chat/email-changes/forget-changes.ts';
import { forgetExports } from '../../src/chat/exports/forget-exports.ts';
import { forgetInvitations } from '../../src/chat/invitations/forget-invitations.ts';
import { forgetLocalIds } from '../../src/chat/messages/send/forget-local-ids.ts';
import { forgetDuty } from '../../src/dispatch/driver/forget-duty.ts';
import { forgetShifts } from '../../src/dispatch/schedules/forget-shifts.ts';
import { createCredential, revokeCredential } from '../../src/platform/credentials/credentials.ts';
import { forgetKeys } from '../../src/platform/credentials/forget-keys.ts';
import { sql } from '../../src/platform/db/sql.ts';
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
    const [kept, ended] = [await make(), await make()];
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
    return { used: kept.id, revoked: ended.id };
  });
  /** What is there of all of it, after a night so many days from now. */
  const keptAfter = async (days: number) => {
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
  assert.deepEqual(await keptAfter(0.9), all);
  assert.deepEqual(await keptAfter(29), { ...all, addresses: 0 });
  assert.equal((await owner.post('/messages', to)).json.id, sent.id);
  const month = { ...all, addresses: 0, exports: 0, files: 0, marks: 0 };
  assert.deepEqual(await keptAfter(31), month);
  assert.deepEqual((await owner.get('/export/realm')).json.exports, []);
  assert.deepEqual(await keptAfter(89), month);
  const quarter = { ...month, keys: 1, invitations: 1 };
  assert.deepEqual(await keptAfter(91), quarter);
  assert.deepEqual(await keptAfter(399), quarter);
  // The last change says what held from then on.
  assert.deepEqual(await keptAfter(405), { ...quarter, duty: 1, shifts: 1 });
  const [left] = await database.reader.all(sql<{ on_duty: boolean }>`
    select on_duty from dispatch.duty_events where organization_id = ${organization}`);
  assert.equal(left!.on_duty, true);
  const [key] = await database.reader.all(sql<{ id: string }>`
    select id from platform.credentials where organization_id = ${organization} and id = any(${[used, revoked]}::text[])`);
  assert.equal(key!.id, used);
});
