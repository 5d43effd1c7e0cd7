import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { isPushConfigured } from '../../platform/outbound/push/push-services.ts';
import type { MessageSent } from '../messages/message.ts';
import { OFFLINE_SECONDS } from '../presence/presence.ts';
import { presenceStore } from '../presence/store.ts';
import { decideAll, type Notification } from './decide-all.ts';
import { emailJobAt } from './emails/email-queue.ts';
import { PUSH_QUEUE, type PushJob } from './pushes/push-queue.ts';
import { deletePushed, insertMissed, insertPushed, MESSAGE_NOTIFICATIONS_CURSOR } from './queries.ts';

/** A push waits for so long; of what is sent meanwhile there are no further transactions. */
const GATHER_MS = 300;

const KINDS: ReadonlySet<string> = new Set(['message', 'delete_message', 'update_message_flags']);

/** Decides for each message who is notified by e-mail or push, and removes pushes of read or deleted messages. */
export const notifyPeople = defineLogReader({
  name: MESSAGE_NOTIFICATIONS_CURSOR,
  gatherMs: GATHER_MS,
  concerns: ({ part, kind }) => part === 'chat' && KINDS.has(kind),
  where: sql`part = 'chat' and (kind in ('message', 'delete_message')
    or kind = 'update_message_flags' and payload->>'flag' = 'read' and payload->>'op' = 'add')`,
  async read(tx, organizationId, events, services) {
    const sent = events.filter(({ kind }) => kind === 'message').map(({ payload }) => payload as MessageSent);
    const { people } = await presenceStore(services).of(organizationId);
    // A person who is there now had their messages shown, unless they came long before.
    const isActive = (userId: number, sentAt: number) =>
      (people.get(userId)?.active ?? 0) / 1000 >= sentAt - OFFLINE_SECONDS;
    const notifications = await decideAll(tx, organizationId, sent, isActive);
    await queueEmails(tx, organizationId, notifications);
    if (!isPushConfigured(services)) return;
    await queuePushes(tx, organizationId, notifications);
    await takeBackPushes(tx, organizationId, events);
  },
});

async function queueEmails(tx: Tx, organizationId: string, notifications: readonly Notification[]): Promise<void> {
  const missed = notifications.flatMap(({ userId, messageId, email, gatherSeconds }) =>
    email === undefined ? [] : [{ userId, messageId, cause: email, seconds: gatherSeconds }],
  );
  if (missed.length === 0) return;
  for (const { dueAt } of await insertMissed(tx, organizationId, missed)) tx.enqueue(emailJobAt(dueAt));
}

async function queuePushes(tx: Tx, organizationId: string, notifications: readonly Notification[]): Promise<void> {
  const pushed = notifications.filter(({ push }) => push !== undefined);
  if (pushed.length === 0) return;
  await insertPushed(tx, organizationId, pushed);
  for (const { userId, messageId } of pushed) {
    const data: PushJob = { kind: 'message', organizationId, userId, messageIds: [messageId] };
    tx.enqueue({ queue: PUSH_QUEUE, data });
  }
}

async function takeBackPushes(tx: Tx, organizationId: string, events: readonly AppendedEvent[]): Promise<void> {
  const gone = new Map<number, number[]>();
  for (const { kind, audience, payload } of events) {
    if (kind === 'message') continue;
    const isRead = kind === 'update_message_flags';
    const ids = isRead
      ? (payload as { messages: number[] }).messages
      : (payload as { message_ids: number[] }).message_ids;
    // What a person has read concerns them alone.
    const readers = isRead ? audience.map((tag) => Number(tag.slice('user:'.length))) : [null];
    for (const reader of readers)
      for (const { userId, messageId } of await deletePushed(tx, organizationId, reader, ids))
        gone.set(userId, [...(gone.get(userId) ?? []), messageId]);
  }
  for (const [userId, messageIds] of gone) {
    const data: PushJob = { kind: 'remove', organizationId, userId, messageIds };
    tx.enqueue({ queue: PUSH_QUEUE, data });
  }
}
