import { isChannelInScope, type KeyScope } from '../../platform/assistants/scope.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import { isSpectator, Role } from '../http/caller.ts';
import { groupIdsOfUser } from '../user-groups/access.ts';
import { findUserById } from '../users/access.ts';
import { loadReaderChannels } from './queries.ts';
import { standingOf } from './standings.ts';
import type { MessageReader, ReaderChannel, ReaderView } from './view.ts';

const views = defineFact(
  'view',
  [
    ...['chat.channels', 'chat.subscription_periods'],
    // The reader's groups and role.
    ...['chat.realms', 'chat.user_group_members', 'chat.user_group_subgroups', 'chat.user_groups', 'chat.users'],
  ],
  { own: { of: 'user', tables: ['chat.subscription_periods'] } },
);

/** Loaded once for each person, or key of an assistant, and state of the organization. */
export function readerView(facts: FactSource, reader: MessageReader): Promise<ReaderView> {
  const { userId, scope } = reader;
  const through = scope ? ` through ${scope.credentialId}` : '';
  return facts.read(views, `${userId}${through}`, async (from) => loadView(from, facts, userId, scope));
}

async function loadView(
  from: Reader,
  facts: FactSource,
  userId: number,
  scope: KeyScope | undefined,
): Promise<ReaderView> {
  const { organizationId } = from;

  const [rows, groupIds, user] = await Promise.all([
    loadReaderChannels(from, userId),
    groupIdsOfUser(facts, userId),
    findUserById(facts, userId),
  ]);
  const role = user?.role ?? Role.guest;
  // The world knows nothing of what is archived.
  const known = isSpectator({ userId })
    ? rows.filter((row) => row.isWebPublic && !row.isArchived)
    : rows.filter((row) => isChannelInScope(scope, row.id));
  const channels = known.map(
    (row): ReaderChannel => ({ ...row, ...standingOf(row, { ...row, userId, role, groupIds }) }),
  );
  const idsOf = (some: readonly ReaderChannel[]) => some.map(({ id }) => id);
  const open = idsOf(channels.filter(({ isOpen }) => isOpen));
  const settled = channels.filter(({ presentAfter }) => presentAfter !== null);
  return {
    organizationId,
    userId,
    role,
    groupIds: [...groupIds],
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    open: new Set(open),
    openIds: asMultirange(open),
    readableIds: asMultirange(idsOf(channels.filter(({ isReadable }) => isReadable))),
    unreadIds: asMultirange(idsOf(channels.filter(({ unreadAfter }) => unreadAfter !== null))),
    received: channels.filter(({ wasSubscribed, isReadable }) => wasSubscribed && isReadable),
    settledAfter: settled.reduce((latest, { presentAfter }) => Math.max(latest, presentAfter!), 0),
    settledIds: asMultirange(idsOf(settled)),
  };
}

/** @param ids ascending */
function asMultirange(ids: readonly number[]): string {
  const ranges: string[] = [];
  let from = 0;
  ids.forEach((id, index) => {
    if (index === 0 || id !== ids[index - 1]! + 1) from = id;
    if (id + 1 !== ids[index + 1]) ranges.push(`[${from},${id}]`);
  });
  return `{${ranges.join(',')}}`;
}
