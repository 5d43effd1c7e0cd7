import type { Reader } from '../../../platform/db/reader.ts';
import type { Channel } from '../../channels/channel.ts';
import {
  type ChannelReader,
  entryGroupsOf,
  type GuardedChannel,
  isReadByRole,
  mayReadChannel,
} from '../../channels/content-access.ts';
import { Role } from '../../http/caller.ts';
import { groupIdsOfUsers } from '../../user-groups/access.ts';
import { type ChannelPersonRow, loadChannelPeople } from './queries.ts';
import type { Standing } from './standing.ts';

const noGroups: ReadonlySet<number> = new Set();

/** How a person stands to a channel. */
export function standingOf(
  channel: GuardedChannel & Pick<Channel, 'isArchived' | 'historyPublicToSubscribers'>,
  person: ChannelReader & Pick<ChannelPersonRow, 'receivedAfter' | 'receivedUntil' | 'presentAfter'>,
): Standing {
  const { receivedAfter, receivedUntil, presentAfter } = person;
  const isReadable = mayReadChannel(channel, person);
  const isOpen = isReadByRole(channel, person.role) || (isReadable && channel.historyPublicToSubscribers);
  // spec: chat 3; what is archived asks for nobody's attention.
  return { isReadable, isOpen, receivedAfter, receivedUntil, unreadAfter: channel.isArchived ? null : presentAfter };
}

/** How people stand to a channel, in two queries whatever their number. Unknown people are left out. */
export async function channelStandingsOf(
  reader: Reader,
  organizationId: string,
  channel: Channel,
  userIds: readonly number[],
): Promise<Map<number, Standing>> {
  if (userIds.length === 0) return new Map();
  const people = await loadChannelPeople(reader, organizationId, channel.id, userIds);
  // Groups decide only for who is neither subscribed nor lets the role decide.
  const unsure = people.filter(
    ({ role, isSubscribed }) => !isSubscribed && role !== Role.guest && !isReadByRole(channel, role),
  );
  const groups =
    unsure.length === 0
      ? new Map<number, ReadonlySet<number>>()
      : await groupIdsOfUsers(
          reader,
          organizationId,
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
