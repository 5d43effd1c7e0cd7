import { Type } from 'typebox';
import { Id, inPath, optional, text } from '../http/params.ts';

export const emojiName = text(Type.String({ maxLength: 200 }));

export const reactionParams = {
  message_id: inPath(Id),
  emoji_name: optional(emojiName),
  emoji_code: optional(text(Type.String({ maxLength: 200 }))),
  reaction_type: optional(text(Type.String({ maxLength: 200 }))),
};
