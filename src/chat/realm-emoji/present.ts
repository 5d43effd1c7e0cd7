import { Type } from 'typebox';
import { pictureAddress, type RealmEmoji, stillAddress } from './realm-emoji.ts';

const RealmEmojiObject = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    source_url: Type.String(),
    still_url: Type.Union([Type.String(), Type.Null()]),
    deactivated: Type.Boolean(),
    author_id: Type.Union([Type.Integer(), Type.Null()]),
  },
  { additionalProperties: false },
);

/** By ID, as text. */
export const RealmEmojiDictionary = Type.Record(Type.String({ pattern: '^\\d+$' }), RealmEmojiObject);

/** client: zulip-flutter and zulip-terminal read a dictionary by ID, those that are not in use among them. */
export function presentRealmEmoji(all: readonly RealmEmoji[]) {
  return Object.fromEntries(
    all.map((emoji) => [
      String(emoji.id),
      {
        id: String(emoji.id),
        name: emoji.name,
        source_url: pictureAddress(emoji),
        still_url: stillAddress(emoji),
        deactivated: emoji.isDeactivated,
        author_id: emoji.authorId,
      },
    ]),
  );
}
