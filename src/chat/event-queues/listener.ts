import { ERASURE_EVENT } from '../../platform/erasure/erasure-event.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { joinedOrLeft } from '../events/kinds.ts';
import { Role } from '../http/caller.ts';
import type { Message } from '../reading/message.ts';
import type { ListenerRow } from './queries.ts';

/** A person as the log's audience tags see them. Subscriptions are periods of event IDs, so past events are matched too. */
export interface Listener {
  userId: number;
  role: number;
  isActive: boolean;
  /** Events e of a channel are received where after < e ≤ until. */
  periods: ReadonlyMap<number, readonly { after: number; until: number }[]>;
}

export function listenerOf(row: ListenerRow): Listener {
  const periods = new Map<number, { after: number; until: number }[]>();
  row.channelIds.forEach((channelId, index) => {
    const period = { after: row.afterIds[index]!, until: row.untilIds[index]! };
    const known = periods.get(channelId);
    if (known) known.push(period);
    else periods.set(channelId, [period]);
  });
  return { userId: row.userId, role: row.role, isActive: row.isActive, periods };
}

/** An event's audience, read once for all listeners. */
interface Audience {
  everyone: boolean;
  members: boolean;
  administrators: boolean;
  users: ReadonlySet<number>;
  channels: readonly number[];
  /** People whose peers the event is for; they have events of their own. */
  joinedOrLeft: ReadonlySet<number>;
}

const audiences = new WeakMap<AppendedEvent, Audience>();

export function audienceOf(event: AppendedEvent): Audience {
  const known = audiences.get(event);
  if (known) return known;
  const ids = (prefix: string) =>
    event.audience.filter((tag) => tag.startsWith(prefix)).map((tag) => Number(tag.slice(prefix.length)));
  const audience: Audience = {
    everyone: event.audience.includes('organization'),
    members: event.audience.includes('members'),
    administrators: event.audience.includes('administrators'),
    users: new Set(ids('user:')),
    channels: ids('channel:'),
    joinedOrLeft: new Set(joinedOrLeft(event)),
  };
  audiences.set(event, audience);
  return audience;
}

/**
 * Whether a person receives an event.
 * @param publicChannels given for a queue that also wants the messages of public channels
 */
export function receives(
  listener: Listener,
  event: AppendedEvent,
  publicChannels: ReadonlySet<number> | undefined,
): boolean {
  if (event.part !== 'chat' || !listener.isActive) return false;
  const audience = audienceOf(event);
  if (audience.joinedOrLeft.has(listener.userId) && !namesOthers(event, audience)) return false;
  if (audience.everyone || audience.users.has(listener.userId)) return true;
  if (audience.members && listener.role !== Role.guest) return true;
  if (audience.administrators && listener.role <= Role.administrator) return true;
  if (audience.channels.some((channelId) => receivesChannel(listener, channelId, event.id))) return true;
  if (publicChannels && event.kind === 'message' && listener.role !== Role.guest) {
    const { channelId } = (event.payload as { message: Message }).message;
    return channelId !== null && publicChannels.has(channelId);
  }
  return false;
}

/** People who leave together receive each other's names; people who join have them in the channel's own list. */
function namesOthers({ payload }: AppendedEvent, audience: Audience): boolean {
  return (payload as { op: string }).op === 'peer_remove' && audience.joinedOrLeft.size > 1;
}

/** Whether a person was subscribed to the channel when the event came. */
export function receivesChannel({ periods }: Listener, channelId: number, eventId: number): boolean {
  return periods.get(channelId)?.some(({ after, until }) => after < eventId && eventId <= until) ?? false;
}

/** The tags that may concern a person; for a channel the periods decide. */
export function tagsOf(listener: Listener): string[] {
  const tags = ['organization', `user:${listener.userId}`];
  if (listener.role !== Role.guest) tags.push('members');
  if (listener.role <= Role.administrator) tags.push('administrators');
  for (const channelId of listener.periods.keys()) tags.push(`channel:${channelId}`);
  return tags;
}

/** The people whose audience tags an event changes. An archived channel keeps its subscriptions, so `stream` events change nobody's. */
export function changedListeners(event: AppendedEvent): readonly number[] {
  if (!event.state || event.part !== 'chat') return [];
  const payload = event.payload as { op?: string; person?: { user_id?: number } };
  switch (event.kind) {
    case 'subscription':
      return payload.op === 'add' || payload.op === 'remove' ? [...audienceOf(event).users] : [];
    case 'realm_user':
      return payload.person?.user_id === undefined ? [] : [payload.person.user_id];
    default:
      return [];
  }
}

/** Whether an event may change which channels are public. */
export function changesPublicChannels(event: AppendedEvent): boolean {
  return event.part === 'chat' && event.kind === 'stream';
}

/** Whether an event may have ended queues that a process knows: those of a person of another role, of guests, or all. */
export function mayEndQueues({ part, kind, payload }: AppendedEvent): boolean {
  if (kind === ERASURE_EVENT) return true;
  if (part !== 'chat') return false;
  const { person, data } = payload as { person?: { role?: number }; data?: object };
  return kind === 'realm_user' ? person?.role !== undefined : kind === 'realm' && LIMIT in (data ?? {});
}

/** Kinds of events after which everybody who waits is authorized again. */
const ENDING: readonly string[] = ['credentials_revoked', ERASURE_EVENT];

/** Whether an event may have taken somebody's key, session or account, or have ended all queues. */
export function endsKeys({ part, kind }: AppendedEvent): boolean {
  return part === 'platform' && ENDING.includes(kind);
}

/** Whether an event may be the last one that somebody may read. */
export function mayEndReading(event: AppendedEvent): boolean {
  return endsKeys(event) || mayEndQueues(event) || deactivatedBy(event) !== undefined;
}

/** The setting by which guests know of everybody. */
const LIMIT = 'can_access_all_users_group';

/** The person whom an event deactivates. */
export function deactivatedBy({ part, kind, payload }: AppendedEvent): number | undefined {
  if (part !== 'chat' || kind !== 'realm_user') return undefined;
  const { person } = payload as { person?: { user_id: number; is_active?: boolean } };
  return person?.is_active === false ? person.user_id : undefined;
}
