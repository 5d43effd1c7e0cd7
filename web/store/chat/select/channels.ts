import type { Channel, PermissionHolders } from '../../wire/chat.ts';
import type { ChatState } from '../state.ts';
import { groupIdsOf } from './holders.ts';
import { scoreOf, searchKey } from './match.ts';
import { byName } from './names.ts';

/** Roles as the server numbers them: the lower, the more they may. */
const ROLE = { owner: 100, administrator: 200, guest: 600 } as const;

/** Facts about the reader that their rights in channels depend on; for all channels they are found once. */
export interface ChannelReader {
  state: ChatState;
  userId: number;
  role: number;
  groupIds: ReadonlySet<number>;
}

export function channelReader(state: ChatState): ChannelReader {
  const userId = state.ownUserId;
  const role = state.users.get(userId)?.role ?? ROLE.guest;
  return { state, userId, role, groupIds: groupIdsOf(state, userId) };
}

export const isOrganizationAdministrator = ({ role }: ChannelReader): boolean => role <= ROLE.administrator;

export const isOrganizationOwner = ({ role }: ChannelReader): boolean => role === ROLE.owner;

/** Whether the reader holds a permission. */
export function holdsPermission({ groupIds, userId }: ChannelReader, holders: PermissionHolders | undefined): boolean {
  if (holders === undefined) return false;
  if (typeof holders === 'number') return groupIds.has(holders);
  return holders.direct_members.includes(userId) || holders.direct_subgroups.some((id) => groupIds.has(id));
}

/** Whether the reader holds a permission of the organization, such as `realm_can_add_subscribers_group`. */
export function holdsEverywhere(reader: ChannelReader, name: `realm_can_${string}`): boolean {
  return holdsPermission(reader, reader.state.fields[name] as PermissionHolders | undefined);
}

/** Whether the reader may read the channel's messages: they may subscribe too, as long as it is not archived. */
export function mayReadChannel(reader: ChannelReader, channel: Channel): boolean {
  const { state, role } = reader;
  if (channel.is_web_public || state.subscriptions.has(channel.stream_id)) return true;
  if (role === ROLE.guest) return false;
  return (
    !channel.invite_only ||
    holdsPermission(reader, channel.can_subscribe_group) ||
    holdsPermission(reader, channel.can_add_subscribers_group)
  );
}

/** Whether the reader could subscribe again after they left. */
export function mayReturnTo(reader: ChannelReader, channel: Channel): boolean {
  const subscriptions = new Map(reader.state.subscriptions);
  subscriptions.delete(channel.stream_id);
  return mayReadChannel({ ...reader, state: { ...reader.state, subscriptions } }, channel);
}

/** Whether the reader may change the channel. */
export function mayAdminister(reader: ChannelReader, channel: Channel): boolean {
  return (
    isOrganizationAdministrator(reader) ||
    (reader.role !== ROLE.guest && holdsPermission(reader, channel.can_administer_channel_group))
  );
}

/** Whether the reader may subscribe other people. */
export function mayAddSubscribers(reader: ChannelReader, channel: Channel): boolean {
  if (channel.is_archived || reader.role === ROLE.guest) return false;
  if (holdsPermission(reader, channel.can_add_subscribers_group)) return true;
  if (!mayReadChannel(reader, channel)) return false;
  return mayAdminister(reader, channel) || holdsEverywhere(reader, 'realm_can_add_subscribers_group');
}

/** Whether the reader may unsubscribe other people. */
export function mayRemoveSubscribers(reader: ChannelReader, channel: Channel): boolean {
  if (channel.is_archived) return false;
  if (mayAdminister(reader, channel)) return true;
  const isThere = !channel.invite_only || reader.state.subscriptions.has(channel.stream_id);
  return isThere && holdsPermission(reader, channel.can_remove_subscribers_group);
}

/** Kinds of channels by who can read them. `shared`: private, new subscribers see earlier messages; `protected`: they do not. */
export const PRIVACIES = ['public', 'shared', 'protected', 'web'] as const;
export type Privacy = (typeof PRIVACIES)[number];

export function privacyOf({
  invite_only,
  is_web_public,
  history_public_to_subscribers,
}: Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>): Privacy {
  if (is_web_public) return 'web';
  if (!invite_only) return 'public';
  return history_public_to_subscribers ? 'shared' : 'protected';
}

/** Returns the kinds of channels that the reader may create; none for a guest. */
export function creatablePrivacies(reader: ChannelReader): Privacy[] {
  if (reader.role === ROLE.guest) return [];
  return PRIVACIES.filter((privacy) => {
    if (privacy === 'public') return holdsEverywhere(reader, 'realm_can_create_public_channel_group');
    if (privacy === 'web')
      return isOpenToTheWorld(reader.state) && holdsEverywhere(reader, 'realm_can_create_web_public_channel_group');
    return holdsEverywhere(reader, 'realm_can_create_private_channel_group');
  });
}

function isOpenToTheWorld({ fields }: ChatState): boolean {
  return fields.server_web_public_streams_enabled === true && fields.realm_enable_spectator_access === true;
}

export type ChannelFilter = 'subscribed' | 'others' | 'public' | 'private' | 'archived';
export type ChannelOrder = 'name' | 'people' | 'traffic';

const FILTERS: Record<Exclude<ChannelFilter, 'archived'>, (state: ChatState, channel: Channel) => boolean> = {
  subscribed: ({ subscriptions }, { stream_id }) => subscriptions.has(stream_id),
  others: ({ subscriptions }, { stream_id }) => !subscriptions.has(stream_id),
  public: (_state, { invite_only }) => !invite_only,
  private: (_state, { invite_only }) => invite_only,
};

const ORDERS: Record<ChannelOrder, (one: Channel, other: Channel) => number> = {
  name: (one, other) => byName(one.name, other.name),
  people: (one, other) => other.subscriber_count - one.subscriber_count,
  traffic: (one, other) => (other.stream_weekly_traffic ?? 0) - (one.stream_weekly_traffic ?? 0),
};

/** Returns the channels that the person may know of and that match all filters. Archived ones stand alone. */
export function channelRows(
  state: ChatState,
  { query, only, order }: { query: string; only: readonly ChannelFilter[]; order: ChannelOrder },
): Channel[] {
  const wanted = searchKey(query).text;
  const filters = only.filter((each) => each !== 'archived').map((each) => FILTERS[each]);
  return [...state.channels.values()]
    .filter((channel) => channel.is_archived === only.includes('archived'))
    .filter((channel) => filters.every((matches) => matches(state, channel)))
    .filter(({ name, description }) => wanted === '' || matchesQuery(name, description, wanted))
    .sort((one, other) => ORDERS[order](one, other) || byName(one.name, other.name));
}

/** A channel is found by any part of its name, or of its description. */
function matchesQuery(name: string, description: string, wanted: string): boolean {
  return scoreOf(searchKey(name), wanted) !== undefined || searchKey(description).text.includes(wanted);
}
