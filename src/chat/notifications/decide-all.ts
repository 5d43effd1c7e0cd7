import type { Reader } from '../../platform/db/reader.ts';
import { concernedBy, type NewsOfMessage } from './concerned.ts';
import {
  isNotifiedWhileActive,
  type NotificationMedium,
  type NotificationTrigger,
  namings,
  triggerOf,
} from './decision.ts';
import { factsOfPairs } from './facts-of-pairs.ts';

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

/** Something about a message that may concern people: it was sent, or an edit names people in it. */
export interface Notifiable extends NewsOfMessage {
  /** UNIX seconds. */
  at: number;
  /** Of an edit: the message with what it named before. Whoever was notified by that is not again. */
  before?: NewsOfMessage;
}

/** What is known of the people at the time. */
export interface Circumstances {
  /** Whether a person used a client at a time. */
  isActive(userId: number, at: number): boolean;
  /** Whether pushes go out at all. */
  pushes: boolean;
}

/** Who is notified of messages, and how. */
export async function decideAll(
  reader: Reader,
  organizationId: string,
  news: readonly Notifiable[],
  { isActive, pushes }: Circumstances,
): Promise<Notification[]> {
  const candidates = await candidatesFor(reader, organizationId, news, (userId, at) => !pushes && isActive(userId, at));
  const facts = await factsOfPairs(
    reader,
    organizationId,
    candidates.map(({ userId, message: { channelId, topic, sender } }, n) => ({
      n,
      userId,
      channelId,
      topic,
      senderId: sender.id,
    })),
  );
  return candidates.flatMap(({ userId, at, message, causes, earlierCauses }, n) => {
    const known = facts.get(n);
    if (!known) return [];
    const active = isActive(userId, at);
    const why = (medium: NotificationMedium) => {
      if (active && !isNotifiedWhileActive(medium, known)) return undefined;
      return triggerOf(medium, earlierCauses, known) ? undefined : triggerOf(medium, causes, known);
    };
    const email = why('email');
    const push = pushes && known.hasDevice ? why('push') : undefined;
    const gatherSeconds = known.settings.email_notifications_batching_period_seconds;
    return email || push ? [{ userId, messageId: message.id, email, push, gatherSeconds }] : [];
  });
}

/** A person whom a message may concern, and why. */
interface Candidate {
  userId: number;
  at: number;
  message: NewsOfMessage['message'];
  causes: ReadonlySet<NotificationTrigger>;
  /** Of an edit: why the message concerned the person before. */
  earlierCauses: ReadonlySet<NotificationTrigger>;
}

/** @param isOut who is not to be notified by whatever setting: nothing more is asked about them */
async function candidatesFor(
  reader: Reader,
  organizationId: string,
  news: readonly Notifiable[],
  isOut: (userId: number, at: number) => boolean,
): Promise<Candidate[]> {
  const messages = news.flatMap((one) => (one.before ? [one, one.before] : [one]));
  const concerned = await concernedBy(reader, organizationId, messages);
  return news.flatMap((one) => {
    const before = one.before && concerned.get(one.before);
    return [...concerned.get(one)!].flatMap(([userId, causes]) => {
      const isConcerned = !one.before || namings.some((cause) => causes.has(cause));
      if (!isConcerned || isOut(userId, one.at)) return [];
      const { at, message } = one;
      return [{ userId, at, message, causes, earlierCauses: before?.get(userId) ?? new Set() }];
    });
  });
}
