/** An organization that is shut (it is being imported, deleted, or moved to this cell) is in no list of work to do for somebody. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { organizationsWithPosts } from '../../src/bridge/bot/queries.ts';
import { nextCommands } from '../../src/bridge/commands/queries.ts';
import { organizationsWithDue } from '../../src/chat/messages/due/queries.ts';
import { reminderList } from '../../src/chat/messages/reminders/reminder.ts';
import { scheduledMessageList } from '../../src/chat/messages/scheduled/scheduled-message.ts';
import { listDue } from '../../src/chat/notifications/emails/queries.ts';
import { loadUnused } from '../../src/chat/uploads/queries.ts';
import { listOrganizationsNotifyingDelays } from '../../src/dispatch/notifications/queries.ts';
import { markDelayed } from '../../src/dispatch/route-plans/queries.ts';
import { listOrganizationsWith } from '../../src/dispatch/thresholds/queries.ts';
import { deleteUnbound } from '../../src/dispatch/uploads/queries.ts';
import { sql } from '../../src/platform/db/sql.ts';
import type { PlainTx } from '../../src/platform/db/tx.ts';
import { loadErasures } from '../../src/platform/erasure/access.ts';
import { fillEveryTable } from '../harness/every-table.ts';
import { startTestServer } from '../harness/server.ts';

const TRIGGER = 12;
const MAX = 100;

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { organization_id: id } = await server.organization();

/** Statements that make the made-up rows due. */
const DUE = [
  "update chat.scheduled_messages set deliver_at = '2000-01-01', failure = null",
  "update chat.reminders set deliver_at = '2000-01-01', failure = null",
  "update chat.missed_messages set due_at = '2000-01-01'",
  "update chat.attachments set created_at = '2000-01-01'",
  'delete from chat.message_attachments',
  `update dispatch.webhooks set trigger = ${TRIGGER}, is_enabled = true`,
  'update dispatch.notification_settings set delayed = true',
  "update dispatch.route_plans set end_time = '2000-01-01', actual_end_time = null, is_delayed = false",
  "update dispatch.uploads set created_at = '2000-01-01', task_id = null",
  "update platform.erasures set begun_at = '2000-01-01'",
];

/** Names of the lists that have the organization. */
async function listsWith(tx: PlainTx): Promise<string[]> {
  const { now } = tx;
  const lists: Record<string, unknown> = {
    scheduled: await organizationsWithDue(tx, scheduledMessageList, now, MAX),
    reminders: await organizationsWithDue(tx, reminderList, now, MAX),
    posts: await organizationsWithPosts(tx.of(id), now, MAX),
    commands: await nextCommands(tx, MAX),
    emails: await listDue(tx, now, MAX),
    attachments: await loadUnused(tx, now, MAX),
    thresholds: await listOrganizationsWith(tx, TRIGGER),
    delays: await listOrganizationsNotifyingDelays(tx),
    plans: await markDelayed(tx, MAX),
    uploads: await deleteUnbound(tx, now, MAX),
    erasures: await loadErasures(tx, null, now),
  };
  return Object.entries(lists).flatMap(([name, rows]) => (JSON.stringify(rows).includes(id) ? [name] : []));
}

test('an organization that is shut is in no list of work', async () => {
  const open = sql`update platform.organizations set importing_since = null where id = ${id}`;
  await server.services.database.transaction((tx) =>
    tx.run(sql`update platform.organizations set importing_since = ${tx.now} where id = ${id}`),
  );
  await fillEveryTable(server.connectionString, id, 'waiting');
  const over = new Error('nothing is kept');
  await assert.rejects(
    server.services.database.transaction(async (tx) => {
      await tx.all(sql`select set_config('session_replication_role', 'replica', true)`);
      for (const each of DUE) await tx.run(sql.once(sql`${sql.raw(`${each} where organization_id = '${id}'`)}`));
      assert.deepEqual(await listsWith(tx), []);
      await tx.run(open);
      const all = await listsWith(tx);
      assert.equal(all.length, 11, all.join());
      throw over;
    }),
    over,
  );
});
