import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Id, inPath, optional, text } from '../http/params.ts';

export const emojiName = text(Type.String({ maxLength: 200, description: 'Name of the emoji, without colons.' }));

export const reactionParams = {
  message_id: inPath(described(Id, 'ID of the message that has the reaction.')),
  emoji_name: optional(emojiName),
  emoji_code: optional(
    text(
      Type.String({
        maxLength: 200,
        description: 'Code points of the emoji, or the ID of a custom emoji. Absent: by the name.',
      }),
    ),
  ),
  reaction_type: optional(
    text(
      Type.String({
        maxLength: 200,
        description: 'Kind of emoji: `unicode_emoji`, `realm_emoji` or `service_extra_emoji`. Absent: by the name.',
      }),
    ),
  ),
};
