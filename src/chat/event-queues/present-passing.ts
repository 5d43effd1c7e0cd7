import type { Services } from '../../platform/services.ts';
import { legacyPresence, type PresenceTimes, slimPresence } from '../presence/presence.ts';
import { realmHost } from '../settings/address.ts';
import { emailFor, findUserById } from '../users/access.ts';
import { isKnown, type KnownPeople, knownPeople } from '../users/known-people.ts';
import { presentUnknownUser } from '../users/present.ts';
import type { Listener } from './listener.ts';
import type { PassingEvent } from './passing-events.ts';
import type { Presented } from './present.ts';
import type { EventQueue } from './queue.ts';
import { heartbeatWireId } from './wire-ids.ts';

/**
 * Passing events as the queue's client gets them, numbered between the log's events as heartbeats are; those for which there is
 * no number left are dropped.
 * @param position up to which the queue has the log
 */
export async function presentPassing(
  services: Services,
  queue: EventQueue,
  listener: Listener,
  events: readonly PassingEvent[],
  { position, lastEventId }: { position: number; lastEventId: number },
): Promise<Presented[]> {
  const { organizationId } = queue;
  const known = await knownPeople(services.state.of(organizationId), { organizationId, ...listener });
  const presented: Presented[] = [];
  let last = lastEventId;
  for (const event of events) {
    if (!isKnown(known, userIdOf(event))) continue;
    const id = heartbeatWireId(queue.base, position, last);
    if (id === undefined) break;
    const payload =
      event.kind === 'presence'
        ? await presentPresence(services, queue, listener, event)
        : withKnownRecipients(services, event, known);
    if (!payload) continue;
    last = id;
    presented.push({ id, texts: [JSON.stringify({ ...payload, id })] });
  }
  return presented;
}

/** Before the first message to a group, those to whom somebody types need not know of each other. */
function withKnownRecipients(services: Services, { payload }: PassingEvent, known: KnownPeople): object {
  const { recipients } = payload as { recipients?: readonly { user_id: number; email: string }[] };
  if (known === undefined || recipients === undefined) return payload;
  const host = realmHost(services);
  const shown = recipients.map((person) =>
    isKnown(known, person.user_id) ? person : { ...person, email: presentUnknownUser(person.user_id, host).email },
  );
  return { ...payload, recipients: shown };
}

/** Returns the person that a passing event is about. */
function userIdOf({ kind, payload }: PassingEvent): number {
  const { userId, sender, sender_id } = payload as { userId: number; sender: { user_id: number }; sender_id: number };
  if (kind === 'presence') return userId;
  return kind === 'typing' ? sender.user_id : sender_id;
}

/** Payload of a presence event. */
export interface PresencePayload extends PresenceTimes {
  userId: number;
  at: number;
}

async function presentPresence(
  services: Services,
  { organizationId, options }: EventQueue,
  { userId: readerId, role }: Listener,
  { payload }: PassingEvent,
): Promise<object | undefined> {
  const { userId, at, ...times } = payload as PresencePayload;
  const user = await findUserById(services.state.of(organizationId), userId);
  if (!user) return undefined;
  // They get presence as registering and asking give it (API changelog, level 419).
  if (options.capabilities.simplified_presence_events)
    return { type: 'presence', presences: { [userId]: slimPresence(times) } };
  // client: those with the slim form know people by ID.
  const email = options.slimPresence ? {} : { email: emailFor({ userId: readerId, role }, user, realmHost(services)) };
  const { website } = legacyPresence(times);
  return { type: 'presence', user_id: userId, ...email, server_timestamp: at / 1000, presence: { website } };
}
