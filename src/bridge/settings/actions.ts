import { type Channel, findChannel, hasContentAccess } from '../../chat/channels/access.ts';
import { doCreateChannels } from '../../chat/channels/actions.ts';
import { doPrepareNotices } from '../../chat/notification-bot/actions.ts';
import { limits } from '../../chat/settings/realm-settings.ts';
import { doSubscribe } from '../../chat/subscriptions/actions.ts';
import { findCaller } from '../../chat/users/access.ts';
import { emitDispatchEvent } from '../../dispatch/events/emit.ts';
import type { KeyCaller } from '../../dispatch/http/caller.ts';
import { invalidValue } from '../../dispatch/http/errors.ts';
import { accessTeam } from '../../dispatch/teams/access.ts';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { botTexts } from '../bot/texts.ts';
import { findUsableChannel, loadTaskChannels, type TaskChannelRow } from '../conversations/access.ts';
import { doReadForDriverPushes } from '../driver-pushes/actions.ts';
import { deleteTaskChannel, loadDispatchers, loadUserOfAdministrator, saveTaskChannel } from './queries.ts';

/** The name of the bot's reader of the log; it reads where a channel was ever set. */
export const BRIDGE_CURSOR = 'bridge';

/** Requested channel of a team (empty: of all others). */
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
  const team = teamId === '' ? undefined : await accessTeam(tx, teamId);
  // Two simultaneous requests: the second finds the channel of the first.
  await tx.position();
  const known = (await loadTaskChannels(tx)).find((row) => row.teamId === teamId);
  const next = await nextTaskChannel(tx, caller, wish, known);
  if (next) {
    await saveTaskChannel(tx, next);
    // Before anything is said by it: who sends is known by then.
    await doPrepareNotices(tx, services);
    await startLogReader(tx, organizationId, BRIDGE_CURSOR);
    await doReadForDriverPushes(tx);
  } else await deleteTaskChannel(tx, teamId);
  const details = changesBetween(known, next, ['channelId', 'opensEveryTask']);
  const object = team && { kind: 'team', id: teamId, name: team.name };
  if (Object.keys(details).length > 0)
    tx.audit({ organizationId, action: 'organization.conversations_changed', ...(object && { object }), details });
  emitDispatchEvent(tx, {
    organizationId,
    kind: 'conversationSettings',
    audience: ['organization'],
    payload: { id: organizationId },
    state: true,
  });
}

/** Returns the channel to set; undefined: none. A channel that can no longer have topics counts as none. */
async function nextTaskChannel(
  tx: Tx,
  caller: KeyCaller,
  wish: ChannelWish,
  known: TaskChannelRow | undefined,
): Promise<TaskChannelRow | undefined> {
  const { teamId } = wish;
  if (wish.channelId === null) return undefined;
  const usable = known && (await findUsableChannel(uncachedFacts(tx), known.channelId));
  const channelId = wish.channelId ?? usable?.id ?? (await doCreateTaskChannel(tx, teamId)).id;
  if (channelId !== usable?.id) await checkTaskChannel(tx, caller, channelId, wish);
  return { teamId, channelId, opensEveryTask: wish.opensEveryTask ?? known?.opensEveryTask ?? false };
}

/**
 * A channel that an administrator names must be one that they read themselves: else they could have read aloud, and learn of, what is
 * not theirs. The organization's own key names any.
 */
async function checkTaskChannel(tx: Tx, caller: KeyCaller, channelId: number, wish: ChannelWish): Promise<void> {
  const { administratorId } = caller;
  const facts = uncachedFacts(tx);
  const channel = await findChannel(facts, channelId);
  const userId = administratorId && (await loadUserOfAdministrator(tx, administratorId));
  const reader = userId ? await findCaller(facts, userId) : undefined;
  const isNamed = wish.channelId !== undefined;
  const isReadable =
    administratorId === undefined ||
    !isNamed ||
    (channel && reader && (await hasContentAccess(facts, reader, channel)));
  if (!channel || channel.isArchived || !isReadable) throw invalidValue(`There is no channel ${channelId}.`);
  if (channel.isWebPublic)
    throw invalidValue('That channel is public on the web and cannot be used for conversations.');
  if (!channel.inviteOnly && !wish.isPublicAllowed)
    throw invalidValue('Every member of the organization can read that channel. Set publicAllowed to use it anyway.');
}

/** A private channel, with those in it who dispatch these tasks. */
async function doCreateTaskChannel(tx: Tx, teamId: string): Promise<Channel> {
  const { organizationId } = tx;

  const texts = botTexts((await findOrganization(tx, organizationId))!.language);
  const team = teamId === '' ? undefined : (await accessTeam(tx, teamId)).name;
  const wanted = team === undefined ? texts.channel : texts.channelOf({ team: team.replaceAll(/\p{C}/gu, ' ') });
  const userIds = await loadDispatchers(tx, teamId);
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : ` ${n}`;
    const name =
      [...wanted]
        .slice(0, limits.maxStreamNameLength - end.length)
        .join('')
        .trim() + end;
    const made = await doCreateChannels(
      tx,
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
    await doSubscribe(tx, { channels: made, userIds, created: new Set([channel.id]) });
    return channel;
  }
}
