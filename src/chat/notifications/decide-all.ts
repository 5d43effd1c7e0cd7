import type { Reader } from '../../platform/db/reader.ts';
import type { MessageSent } from '../messages/message.ts';
import { concernedBy } from './concerned.ts';
import { isNotifiedWhileActive, type NotificationMedium, type NotificationTrigger, triggerOf } from './decision.ts';
import { factsOfPairs } from './facts-of-pairs.ts';
import type { Pair } from './queries.ts';

/** A person who is notified of a message. */
export interface Notification {
  userId: number;
  messageId: number;
  /** The cause, by kind of notification. */
  email: NotificationTrigger | undefined;
  push: NotificationTrigger | undefined;
  /** Seconds that e-mails are gathered for. */
  gatherSeconds: number;
}

/**
 * Who is notified of messages, and how.
 * @param isActive whether the person used a client when the message came
 */
export async function decideAll(
  reader: Reader,
  organizationId: string,
  messages: readonly MessageSent[],
  isActive: (userId: number, sentAt: number) => boolean,
): Promise<Notification[]> {
  const pairs: (Pair & { sent: MessageSent; causes: ReadonlySet<NotificationTrigger> })[] = [];
  for (const { sent, people } of await concernedBy(reader, organizationId, messages)) {
    const { channelId, topic, sender } = sent.message;
    for (const [userId, causes] of people)
      pairs.push({ n: pairs.length, userId, channelId, topic, senderId: sender.id, sent, causes });
  }
  const facts = await factsOfPairs(
    reader,
    organizationId,
    pairs.map(({ n, userId, channelId, topic, senderId }) => ({ n, userId, channelId, topic, senderId })),
  );
  const notifications: Notification[] = [];
  for (const { n, userId, sent, causes } of pairs) {
    const known = facts.get(n);
    if (!known) continue;
    const { id: messageId, timestamp } = sent.message;
    const active = isActive(userId, timestamp);
    const why = (medium: NotificationMedium) =>
      active && !isNotifiedWhileActive(medium, known) ? undefined : triggerOf(medium, causes, known);
    const email = why('email');
    const push = known.hasDevice ? why('push') : undefined;
    const gatherSeconds = known.settings.email_notifications_batching_period_seconds;
    if (email || push) notifications.push({ userId, messageId, email, push, gatherSeconds });
  }
  return notifications;
}
