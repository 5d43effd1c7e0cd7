import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Reaction } from '../reading/message.ts';
import type { ReactionEmoji } from '../realm-emoji/emoji-of-reaction.ts';

const columns = sql.raw(
  `emoji_name as "emojiName", emoji_code as "emojiCode", reaction_type as "reactionType", user_id as "userId"`,
);

/** False when the person has reacted so before. */
export async function insertReaction(
  tx: Tx,
  messageId: number,
  userId: number,
  { emojiName, emojiCode, reactionType }: ReactionEmoji,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into chat.reactions (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type, at)
    values (${tx.organizationId}, ${messageId}, ${userId}, ${emojiName}, ${emojiCode}, ${reactionType}, ${tx.now})
    on conflict do nothing`);
  return inserted > 0;
}

/** Takes a person's reaction back; undefined when there is none. */
export function deleteReaction(
  tx: Tx,
  messageId: number,
  userId: number,
  { emojiCode, reactionType }: Pick<Reaction, 'emojiCode' | 'reactionType'>,
): Promise<Reaction | undefined> {
  return tx.first(sql<Reaction>`
    delete from chat.reactions
    where organization_id = ${tx.organizationId} and message_id = ${messageId} and user_id = ${userId}
      and emoji_code = ${emojiCode} and reaction_type = ${reactionType}
    returning ${columns}`);
}
