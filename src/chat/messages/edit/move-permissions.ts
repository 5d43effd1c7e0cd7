import type { Tx } from '../../../platform/db/tx.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import { type Channel, type ChannelPermission, hasChannelPermission } from '../../channels/access.ts';
import { type ChatCaller, Role } from '../../http/caller.ts';
import { badRequest, ChatError, noRight } from '../../http/errors.ts';
import type { Message } from '../../reading/message.ts';
import { readerView } from '../../reading/reader-view.ts';
import type { Realm } from '../../realms/access.ts';
import type { RealmPermission } from '../../settings/realm-settings.ts';
import { isResolving } from '../../topics/topic-name.ts';
import { isInGroupSetting } from '../../user-groups/access.ts';
import { GRACE_SECONDS } from './permissions.ts';
import { countTopicSince, type PropagateMode } from './queries.ts';

interface Asked {
  tx: Tx;
  facts: FactSource;
  realm: Realm;
  caller: ChatCaller;
  message: Message & { channelId: number };
  /** Current channel of the message. */
  source: Channel;
  mode: PropagateMode;
}

/** @throws {ChatError} `BAD_REQUEST` unless the caller may put the message into another topic of its channel */
export async function checkMayChangeTopic(asked: Asked, topic: string): Promise<void> {
  if (isResolving(asked.message.topic, topic)) {
    if (await holds(asked, 'can_resolve_topics_group', 'can_resolve_topics_group')) return;
    throw noRight("You don't have permission to resolve topics.");
  }
  if (!(await holds(asked, 'can_move_messages_between_topics_group', 'can_move_messages_within_channel_group')))
    throw noRight("You don't have permission to edit this message");
  const { move_messages_within_stream_limit_seconds: limit } = asked.realm.settings;
  await checkTime(asked, limit, "The time limit for editing this message's topic has passed.");
}

/** @throws {ChatError} `BAD_REQUEST` unless the caller may take messages out of the channel */
export async function checkMayMoveOut(asked: Asked): Promise<void> {
  if (!(await holds(asked, 'can_move_messages_between_channels_group', 'can_move_messages_out_of_channel_group')))
    throw noRight("You don't have permission to move this message");
  const { move_messages_between_streams_limit_seconds: limit } = asked.realm.settings;
  await checkTime(asked, limit, "The time limit for editing this message's channel has passed");
}

async function holds(
  { facts, realm, caller, source }: Asked,
  everywhere: RealmPermission,
  here: ChannelPermission,
): Promise<boolean> {
  if (await isInGroupSetting(facts, caller, realm.permissions[everywhere])) return true;
  return hasChannelPermission(facts, caller, source, here);
}

/** The organization's limits of time are not for moderators and above. */
async function checkTime(
  { tx, facts, caller, message, mode }: Asked,
  limitSeconds: number | null,
  refusal: string,
): Promise<void> {
  if (limitSeconds === null || caller.role <= Role.moderator) return;
  const since = new Date(tx.now.getTime() - (limitSeconds + GRACE_SECONDS) * 1000);
  if (message.timestamp * 1000 < since.getTime()) throw badRequest(refusal);
  if (mode !== 'change_all') return;
  const { all, recent, firstRecentId } = await countTopicSince(tx, await readerView(facts, caller), message, since);
  if (recent === all) return;
  throw new ChatError(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    `You only have permission to move the ${recent}/${all} most recent messages in this topic.`,
    {
      first_message_id_allowed_to_move: firstRecentId,
      total_messages_in_topic: all,
      total_messages_allowed_to_move: recent,
    },
  );
}
