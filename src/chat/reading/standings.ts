import type { Reader } from '../../platform/db/reader.ts';
import type { Channel } from '../channels/channel.ts';
import {
  type ChannelReader,
  entryGroupsOf,
  type GuardedChannel,
  isReadByRole,
  mayReadChannel,
} from '../channels/content-access.ts';
import { Role } from '../http/caller.ts';
import { groupIdsOfUsers } from '../user-groups/access.ts';
import { type ChannelPersonRow, loadChannelPeople, loadPeriods } from './queries.ts';
import { outsider, type Periods, type Standing } from './standing.ts';

const noGroups: ReadonlySet<number> = new Set();

/** Returns a person's standing in a channel. */
export function standingOf(
  channel: GuardedChannel & Pick<Channel, 'isArchived' | 'historyPublicToSubscribers'>,
  person: ChannelReader & Pick<ChannelPersonRow, 'receivedAfter' | 'receivedUntil' | 'presentAfter' | 'presentSince'>,
): Standing {
  const { receivedAfter, receivedUntil, presentAfter, presentSince } = person;
  const isReadable = mayReadChannel(channel, person);
  const isOpen = isReadByRole(channel, person.role) || (isReadable && channel.historyPublicToSubscribers);
  // spec: chat 3; what is archived asks for nobody's attention.
  const [unreadAfter, unreadSince] = channel.isArchived ? [null, null] : [presentAfter, presentSince];
  return { isReadable, isOpen, receivedAfter, receivedUntil, unreadAfter, unreadSince };
}

/** Returns people's standings in a channel in two queries whatever their number. Unknown people are left out. */
export async function channelStandingsOf(
  reader: Reader,
  channel: Channel,
  userIds: readonly number[],
): Promise<Map<number, Standing>> {
  if (userIds.length === 0) return new Map();
  const people = await loadChannelPeople(reader, channel.id, userIds);
  // Groups decide only for who is neither subscribed nor lets the role decide.
  const unsure = people.filter(
    ({ role, isSubscribed }) => !isSubscribed && role !== Role.guest && !isReadByRole(channel, role),
  );
  const groups =
    unsure.length === 0
      ? new Map<number, ReadonlySet<number>>()
      : await groupIdsOfUsers(
          reader,
          unsure.map(({ userId }) => userId),
        );
  const guarded = { ...channel, entryGroups: entryGroupsOf(channel) };
  return new Map(
    people.map((person) => {
      const groupIds = groups.get(person.userId) ?? noGroups;
      return [person.userId, standingOf(guarded, { ...person, groupIds })];
    }),
  );
}

/** Returns the subscription periods of the people in the channels. */
export async function periodsIn(
  reader: Reader,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<(userId: number, channelId: number) => Periods> {
  const rows = channelIds.length > 0 ? await loadPeriods(reader, channelIds, userIds) : [];
  const known = new Map<string, Periods>(rows.map((row) => [`${row.userId} ${row.channelId}`, row]));
  return (userId, channelId) => known.get(`${userId} ${channelId}`) ?? outsider;
}
