import {
  isNotifiedWhileActive,
  isUndisturbed,
  type NotificationMedium,
  type NotificationTrigger,
  namings,
  notificationTriggerOf,
} from '../../../rules/notifications.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { type ConcernedPeople, concernedBy, type NewsOfMessage } from './concerned.ts';
import { factsOfPairs } from './facts-of-pairs.ts';

/** People and messages that are decided upon together. */
const MAX_CANDIDATES = 10_000;

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
  /** For an edit: the earlier mentions. People notified because of them are not notified again. */
  before?: NewsOfMessage;
}

/** State of the people at the time. */
export interface Circumstances {
  /** Whether a person used a client at a time. */
  isActive(userId: number, at: number): boolean;
  /** Whether pushes go out at all. */
  pushes: boolean;
}

/**
 * Decides who is notified of messages, and how. It yields parts, because the result for hundreds of messages and
 * thousands of people would not fit into memory.
 */
export async function* decideAll(
  reader: Reader,
  news: readonly Notifiable[],
  circumstances: Circumstances,
): AsyncGenerator<Notification[]> {
  const { isActive, pushes } = circumstances;
  const messages = news.flatMap((one) => (one.before ? [one, one.before] : [one]));
  const concerned = await concernedBy(reader, messages);
  let candidates: Candidate[] = [];
  for (const candidate of candidatesFor(news, concerned)) {
    // Active people are never notified, unless pushes are sent: no further query is needed.
    if (!pushes && isActive(candidate.userId, candidate.at)) continue;
    candidates.push(candidate);
    if (candidates.length < MAX_CANDIDATES) continue;
    yield await decide(reader, candidates, circumstances);
    candidates = [];
  }
  if (candidates.length > 0) yield await decide(reader, candidates, circumstances);
}

async function decide(
  reader: Reader,
  candidates: readonly Candidate[],
  { isActive, pushes }: Circumstances,
): Promise<Notification[]> {
  const facts = await factsOfPairs(
    reader,
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
      return notificationTriggerOf(medium, earlierCauses, known)
        ? undefined
        : notificationTriggerOf(medium, causes, known);
    };
    const email = why('email');
    // E-mails wait until the person may be disturbed; a push that came then would be late.
    const push = pushes && known.hasDevice && !isUndisturbed(known.settings, at) ? why('push') : undefined;
    const gatherSeconds = known.settings.email_notifications_batching_period_seconds;
    return email || push ? [{ userId, messageId: message.id, email, push, gatherSeconds }] : [];
  });
}

const NO_CAUSES: ReadonlySet<NotificationTrigger> = new Set();

/** A person whom a message may concern, and why. */
interface Candidate {
  userId: number;
  at: number;
  message: NewsOfMessage['message'];
  causes: ReadonlySet<NotificationTrigger>;
  /** For an edit: reasons for which the message concerned the person before. */
  earlierCauses: ReadonlySet<NotificationTrigger>;
}

function* candidatesFor(
  news: readonly Notifiable[],
  concerned: (one: NewsOfMessage) => ConcernedPeople,
): Generator<Candidate> {
  for (const one of news) {
    const { at, message } = one;
    const before = one.before && concerned(one.before);
    for (const [userId, causes] of concerned(one)) {
      if (one.before && !namings.some((cause) => causes.has(cause))) continue;
      yield { userId, at, message, causes, earlierCauses: before?.get(userId) ?? NO_CAUSES };
    }
  }
}
