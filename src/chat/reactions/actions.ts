import type { Tx } from '../../platform/db/tx.ts';
import type { Channel } from '../channels/channel.ts';
import { emitChatEvent } from '../events/emit.ts';
import { Role } from '../http/caller.ts';
import { audienceOfChange } from '../messages/edit/audience.ts';
import type { Message } from '../reading/message.ts';
import type { ReactionEmoji } from '../realm-emoji/emoji-of-reaction.ts';
import { doParticipate } from '../user-topics/actions.ts';
import { emailFor, type User } from '../users/access.ts';
import { deleteReaction, insertReaction } from './queries.ts';

interface Reacting {
  organizationId: string;
  message: Message;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  user: User;
  emoji: ReactionEmoji;
  /** The realm's host, for the address of a person who hides theirs. */
  host: string;
}

/** Adds a person's reaction; false when it was there. */
export async function doAddReaction(tx: Tx, reacting: Reacting): Promise<boolean> {
  const { message, user, emoji } = reacting;
  if (!(await insertReaction(tx, message.id, user.id, emoji))) return false;
  await emitReaction(tx, 'add', reacting);
  await doParticipate(tx, message, user);
  return true;
}

/** Takes a person's reaction back; false when it was not there. */
export async function doRemoveReaction(tx: Tx, reacting: Reacting): Promise<boolean> {
  const { message, user, emoji } = reacting;
  const deleted = await deleteReaction(tx, message.id, user.id, emoji);
  if (!deleted) return false;
  await emitReaction(tx, 'remove', { ...reacting, emoji: deleted });
  return true;
}

async function emitReaction(tx: Tx, op: 'add' | 'remove', reacting: Reacting): Promise<void> {
  const { organizationId, message, channel, user, emoji, host } = reacting;
  const audience = await audienceOfChange(tx, message, channel);
  emitChatEvent(
    tx,
    organizationId,
    audience,
    {
      type: 'reaction',
      op,
      message_id: message.id,
      emoji_name: emoji.emojiName,
      emoji_code: emoji.emojiCode,
      reaction_type: emoji.reactionType,
      user_id: user.id,
      // client: zulip-terminal reads the person here. The event is one for all, so it has the address that all may see.
      user: { user_id: user.id, email: emailFor({ role: Role.guest }, user, host), full_name: user.fullName },
    },
    { state: false },
  );
}
