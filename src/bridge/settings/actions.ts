import { type Channel, findChannel, hasContentAccess } from '../../chat/channels/access.ts';
import { doCreateChannels } from '../../chat/channels/actions.ts';
import { doPrepareNotices } from '../../chat/notification-bot/actions.ts';
import { limits } from '../../chat/settings/realm-settings.ts';
import { doSubscribe } from '../../chat/subscriptions/actions.ts';
import { findCaller } from '../../chat/users/access.ts';
import type { KeyCaller } from '../../dispatch/http/caller.ts';
import { invalidValue } from '../../dispatch/http/errors.ts';
import { accessTeam } from '../../dispatch/teams/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { botTexts } from '../bot/texts.ts';
import { loadTaskChannels } from '../conversations/access.ts';
import { deleteTaskChannel, loadDispatchers, loadUserOfAdministrator, saveTaskChannel } from './queries.ts';

/** The name of the bot's reader of the log; it reads where a channel was ever set. */
export const BRIDGE_CURSOR = 'bridge';

/** What is wanted of the channel of a team (empty: of all others). */
export interface ChannelWish {
  teamId: string;
  /** Null: none; undefined: as it is, or a new one. */
  channelId: number | null | undefined;
  opensEveryTask: boolean | undefined;
  isPublicAllowed: boolean;
}

/**
 * Sets where the topics of tasks go.
 * @throws {DispatchError} 1000 for a channel that it cannot be, 1402 for a team that there is not
 */
export async function doSetTaskChannel(
  tx: Tx,
  services: Services,
  caller: KeyCaller,
  wish: ChannelWish,
): Promise<void> {
  const { organizationId } = caller;
  const { teamId } = wish;
  if (teamId !== '') await accessTeam(tx, organizationId, teamId);
  // Of two at once the second finds the channel that the first has made.
  await tx.position(organizationId);
  if (wish.channelId === null) await deleteTaskChannel(tx, organizationId, teamId);
  else {
    const known = (await loadTaskChannels(tx, organizationId)).find((row) => row.teamId === teamId);
    const channelId = wish.channelId ?? known?.channelId ?? (await doCreateTaskChannel(tx, organizationId, teamId)).id;
    if (channelId !== known?.channelId) await checkTaskChannel(tx, caller, channelId, wish);
    const opensEveryTask = wish.opensEveryTask ?? known?.opensEveryTask ?? false;
    await saveTaskChannel(tx, organizationId, { teamId, channelId, opensEveryTask });
    // Before anything is said by it: who sends is known by then.
    await doPrepareNotices(tx, services, organizationId);
    await startLogReader(tx, organizationId, BRIDGE_CURSOR);
  }
  tx.emit({
    organizationId,
    part: 'dispatch',
    kind: 'conversationSettings',
    audience: ['organization'],
    payload: {},
    state: true,
  });
}

/**
 * A channel that an administrator names must be one that they read themselves: else they could have read aloud, and learn of, what is
 * not theirs. The organization's own key names any.
 */
async function checkTaskChannel(tx: Tx, caller: KeyCaller, channelId: number, wish: ChannelWish): Promise<void> {
  const { organizationId, administratorId } = caller;
  const facts = uncachedFacts(tx);
  const channel = await findChannel(facts, organizationId, channelId);
  const userId = administratorId && (await loadUserOfAdministrator(tx, organizationId, administratorId));
  const reader = userId ? await findCaller(facts, organizationId, userId) : undefined;
  const isNamed = wish.channelId !== undefined;
  const isReadable =
    administratorId === undefined ||
    !isNamed ||
    (channel && reader && (await hasContentAccess(facts, reader, channel)));
  if (!channel || channel.isArchived || !isReadable) throw invalidValue(`There is no channel ${channelId}.`);
  if (channel.isWebPublic) throw invalidValue('The whole world reads that channel.');
  if (!channel.inviteOnly && !wish.isPublicAllowed)
    throw invalidValue(
      'Every member of the organization reads that channel: say publicAllowed to take it all the same.',
    );
}

/** A private channel, with those in it who dispatch these tasks. */
async function doCreateTaskChannel(tx: Tx, organizationId: string, teamId: string): Promise<Channel> {
  const texts = botTexts((await findOrganization(tx, organizationId))!.language);
  const team = teamId === '' ? undefined : (await accessTeam(tx, organizationId, teamId)).name;
  const wanted = team === undefined ? texts.channel : texts.channelOf(team.replaceAll(/\p{C}/gu, ' '));
  const userIds = await loadDispatchers(tx, organizationId, teamId);
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : ` ${n}`;
    const name =
      [...wanted]
        .slice(0, limits.maxStreamNameLength - end.length)
        .join('')
        .trim() + end;
    const made = await doCreateChannels(
      tx,
      organizationId,
      null,
      [
        {
          name,
          description: texts.channelDescription,
          inviteOnly: true,
          isWebPublic: false,
          historyPublicToSubscribers: true,
          isDefault: false,
          topicsPolicy: 'inherit',
          messageRetentionDays: null,
          folderId: null,
          permissions: {},
        },
      ],
      userIds,
    );
    const [channel] = made;
    if (!channel) continue;
    await doSubscribe(tx, organizationId, { channels: made, userIds, created: new Set([channel.id]) });
    return channel;
  }
}
