import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { sendsPushes } from '../../platform/outbound/push/push-services.ts';
import { type MentioningUpdate, type Mentions, mentionFields } from '../messages/mentions/mentions.ts';
import { loadMessages } from '../messages/message-loader.ts';
import { OFFLINE_SECONDS } from '../presence/presence.ts';
import { presenceStore } from '../presence/store.ts';
import type { MessageSent } from '../reading/message.ts';
import { decideAll, type Notifiable, type Notification } from './decide-all.ts';
import { emailJobsAt } from './emails/email-queue.ts';
import { PUSH_QUEUE, type PushJob } from './pushes/push-queue.ts';
import { deletePushed, deletePushedOf, insertMissed, insertPushed, MESSAGE_NOTIFICATIONS_CURSOR } from './queries.ts';

/** A push waits for so long; of what is sent meanwhile there are no further transactions. */
const GATHER_MS = 300;

/** Messages that one push takes back: the services take 4096 bytes. */
const MAX_REMOVED = 200;

const KINDS: ReadonlySet<string> = new Set(['message', 'update_message', 'delete_message', 'update_message_flags']);

/**
 * Decides for each message, and each edit that names people anew, who is notified by e-mail or push, and removes pushes of
 * read or deleted messages.
 */
export const notifyPeople = defineLogReader({
  name: MESSAGE_NOTIFICATIONS_CURSOR,
  gatherMs: GATHER_MS,
  concerns: ({ part, kind }) => part === 'chat' && KINDS.has(kind),
  where: sql`part = 'chat' and (kind in ('message', 'delete_message') or kind = 'update_message' and payload ? 'named_anew'
    or kind = 'update_message_flags' and payload->>'flag' = 'read' and payload->>'op' = 'add')`,
  async read(tx, events, services) {
    const { organizationId } = tx;
    const news = [...sentBy(events), ...(await editedBy(tx, events))];
    const { people } = await presenceStore(services).of(organizationId);
    // A person who is there now had their messages shown, unless they came long before.
    const isActive = (userId: number, at: number) => (people.get(userId)?.active ?? 0) / 1000 >= at - OFFLINE_SECONDS;
    const pushes = sendsPushes(services);
    for await (const notifications of decideAll(tx, news, { isActive, pushes })) {
      await queueEmails(tx, notifications);
      if (pushes) await queuePushes(tx, notifications);
    }
    if (pushes) await takeBackPushes(tx, events);
  },
});

function sentBy(events: readonly AppendedEvent[]): Notifiable[] {
  return events.flatMap(({ kind, payload }) => {
    if (kind !== 'message') return [];
    const { message, topicParticipantIds } = payload as MessageSent;
    return [{ message, topicParticipantIds, at: message.timestamp }];
  });
}

/** Edits that name people anew, with their messages as they are now. */
async function editedBy(tx: Tx, events: readonly AppendedEvent[]): Promise<Notifiable[]> {
  const edits = events
    .filter(({ kind }) => kind === 'update_message')
    .map(({ payload }) => payload as MentioningUpdate);
  const ids = edits.map(({ named_anew }) => named_anew.messageId);
  const loaded = await loadMessages(tx, uncachedFacts(tx), ids);
  const messages = new Map(loaded.map((message) => [message.id, message]));
  return edits.flatMap(({ edit_timestamp: at, named_anew: { messageId, added, former, topicParticipantIds } }) => {
    const message = messages.get(messageId);
    if (!message) return [];
    const naming = (mentions: Mentions) => ({
      message: { ...message, ...mentionFields(mentions) },
      topicParticipantIds,
    });
    return [{ ...naming(added), at, before: naming(former) }];
  });
}

async function queueEmails(tx: Tx, notifications: readonly Notification[]): Promise<void> {
  const missed = notifications.flatMap(({ userId, messageId, email, gatherSeconds }) =>
    email === undefined ? [] : [{ userId, messageId, cause: email, seconds: gatherSeconds }],
  );
  if (missed.length === 0) return;
  const due = await insertMissed(tx, missed);
  for (const job of emailJobsAt(due.map(({ dueAt }) => dueAt))) tx.enqueue(job);
}

async function queuePushes(tx: Tx, notifications: readonly Notification[]): Promise<void> {
  const { organizationId } = tx;

  const pushed = notifications.filter(({ push }) => push !== undefined);
  if (pushed.length === 0) return;
  await insertPushed(tx, pushed);
  for (const { userId, messageId } of pushed) {
    const data: PushJob = { kind: 'message', organizationId, userId, messageIds: [messageId] };
    tx.enqueue({ queue: PUSH_QUEUE, data });
  }
}

/** Removes what was read or deleted from devices: two queries, however many events. */
async function takeBackPushes(tx: Tx, events: readonly AppendedEvent[]): Promise<void> {
  const { organizationId } = tx;

  const concerning = events.flatMap(({ kind, audience, payload }) => {
    const { message_ids, messages } = payload as { message_ids: number[]; messages: number[] };
    if (kind === 'delete_message') return [{ kind, audience, messageIds: message_ids }];
    return kind === 'update_message_flags' ? [{ kind, audience, messageIds: messages }] : [];
  });
  const deleted = concerning.flatMap(({ kind, messageIds }) => (kind === 'delete_message' ? messageIds : []));
  // Read messages, and messages lost by a move, concern their reader only.
  const settled = concerning.map(({ audience, messageIds }) => ({ userIds: peopleIn(audience), messageIds }));
  const gone = [
    ...(deleted.length > 0 ? await deletePushed(tx, deleted) : []),
    ...(settled.length > 0 ? await deletePushedOf(tx, settled) : []),
  ];
  for (const [userId, rows] of Map.groupBy(gone, (row) => row.userId)) {
    const ids = rows.map(({ messageId }) => messageId).sort((one, other) => one - other);
    for (let from = 0; from < ids.length; from += MAX_REMOVED) {
      const data: PushJob = { kind: 'remove', organizationId, userId, messageIds: ids.slice(from, from + MAX_REMOVED) };
      tx.enqueue({ queue: PUSH_QUEUE, data });
    }
  }
}

function peopleIn(audience: readonly string[]): number[] {
  return audience.flatMap((tag) => (tag.startsWith('user:') ? [Number(tag.slice('user:'.length))] : []));
}
