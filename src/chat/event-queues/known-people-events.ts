import type { AppendedEvent } from '../../platform/events/log.ts';
import type { Services } from '../../platform/services.ts';
import { loadProfiles } from '../profile-fields/access.ts';
import { knowsLegacyNamesOnly } from '../reading/message-variant.ts';
import { realmHost } from '../settings/address.ts';
import { loadStatuses } from '../user-status/access.ts';
import { NO_EMOJI, presentStatus } from '../user-status/user-status.ts';
import { usersByIds } from '../users/access.ts';
import { isKnown, type KnownPeople } from '../users/known-people.ts';
import { presentUnknownUser, presentUser } from '../users/present.ts';
import { UNKNOWN_NAME } from '../users/unknown-person.ts';
import type { Listener } from './listener.ts';
import type { EventQueue } from './queue.ts';

/*
 * Presentation of people in events for guests who may not know everybody (`knownPeople`). It uses the people the guest
 * may know now; a change of them has an event of its own, which follows.
 */

/** A person, and of whom they may know. */
export interface KnowingListener {
  listener: Listener;
  known: KnownPeople;
}

/** client: those without the capability know everybody by an object; they are given ones that say nothing. */
export function knowsOfUnknownUsers({ options }: Pick<EventQueue, 'options'>): boolean {
  return options.capabilities.user_list_incomplete ?? false;
}

interface PersonEvent {
  op?: string;
  person?: { user_id: number; is_bot?: boolean };
  user_id?: number;
  /** Only for events that tell a guest which people they may know of from now on or no longer. */
  user_ids?: readonly number[];
}

/** Whether an event tells a guest of whom they may know from now on, or no longer. */
export function isOfKnowing(event: AppendedEvent): boolean {
  return event.kind === 'realm_user' && (event.payload as PersonEvent).user_ids !== undefined;
}

/** Whether an event says anything to the listener: not of changes of people of whom they may not know. */
export function concernsKnownPeople(queue: EventQueue, known: KnownPeople, event: AppendedEvent): boolean {
  // A person who is no longer limited registers again.
  if (isOfKnowing(event)) return known !== undefined;
  const { user_id, person } = event.payload as PersonEvent;
  if (event.kind === 'user_status') return isKnown(known, user_id!);
  if (event.kind !== 'realm_user' || !person) return true;
  return isNewPerson(event) && known ? !knowsOfUnknownUsers(queue) : isKnown(known, person.user_id);
}

/** A guest who may know of a new person is told by an event of its own. */
function isNewPerson({ kind, payload }: AppendedEvent): boolean {
  const { op, person } = payload as PersonEvent;
  return kind === 'realm_user' && op === 'add' && person?.is_bot === false;
}

/** Whether an event that reaches the listener has the name of somebody of whom they may not know. */
export function namesUnknown(event: AppendedEvent, known: KnownPeople): boolean {
  if (known === undefined) return false;
  return isNewPerson(event) || (event.kind === 'reaction' && !known.has((event.payload as PersonEvent).user_id!));
}

/** Returns the replacement for such an event's fields. */
export function partsOfUnknown(services: Services, { payload, kind }: AppendedEvent): object {
  const { person, user_id } = payload as PersonEvent;
  const unknown = presentUnknownUser(person?.user_id ?? user_id!, realmHost(services));
  if (kind === 'realm_user') return { person: unknown };
  // client: zulip-terminal reads the person here.
  return { user: { user_id, email: unknown.email, full_name: unknown.full_name } };
}

/** An event that tells of whom the listener may know, as their client gets it: people as they are now, with their statuses. */
export async function presentKnowing(
  services: Services,
  queue: EventQueue,
  { listener: { userId, role }, known }: KnowingListener,
  event: AppendedEvent,
): Promise<object[]> {
  const { organizationId, options } = queue;
  const { op, user_ids } = event.payload as Required<PersonEvent>;
  const type = 'realm_user';
  const host = realmHost(services);
  if (op === 'remove')
    return user_ids
      .filter((user_id) => !isKnown(known, user_id))
      .flatMap((user_id) => [
        { type, op, person: { user_id, full_name: UNKNOWN_NAME } },
        ...(knowsOfUnknownUsers(queue) ? [] : [{ type, op: 'add', person: presentUnknownUser(user_id, host) }]),
      ]);
  const { reader } = services.database;
  const ids = user_ids.filter((id) => isKnown(known, id));
  const users = await usersByIds(reader.of(organizationId), ids);
  const variant = {
    clientGravatar: options.clientGravatar,
    profiles: await loadProfiles(reader.of(organizationId), ids),
    host,
  };
  const wantsStatuses = options.eventTypes === null || options.eventTypes.includes('user_status');
  const statuses = wantsStatuses ? await loadStatuses(reader.of(organizationId), ids) : [];
  const legacyNames = knowsLegacyNamesOnly(options.client);
  return [
    ...[...users.values()].map((user) => ({ type, op, person: presentUser({ userId, role }, user, variant) })),
    ...statuses.map((each) => ({
      type: 'user_status',
      user_id: each.userId,
      ...{ away: false, status_text: '', emoji_name: '', emoji_code: '', reaction_type: NO_EMOJI.reactionType },
      clears_at: 0,
      ...presentStatus(each, legacyNames),
    })),
  ];
}
