import { Type } from 'typebox';
import { pictureAddress, type RealmEmoji, stillAddress } from './realm-emoji.ts';

const RealmEmojiObject = Type.Object(
  {
    id: Type.String({ description: 'Unique number of the emoji, as text.' }),
    name: Type.String({ description: 'Name of the emoji, without colons.' }),
    source_url: Type.String({ description: 'Address of the picture.' }),
    still_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Address of a picture without animation. Null if the emoji does not move.',
    }),
    deactivated: Type.Boolean({
      description: 'Whether people can no longer choose the emoji. Old messages still show it.',
    }),
    author_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'ID of the person who added the emoji. Null if it is not known.',
    }),
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
