import { type Static, Type } from 'typebox';

/** Status of a person. Without an emoji its name and code are empty. */
export interface UserStatus {
  text: string;
  emojiName: string;
  emojiCode: string;
  reactionType: string;
}

/** Clients tell by the empty code that there is no emoji; those with a closed list of types read the type all the same. */
export const NO_EMOJI = { emojiName: '', emojiCode: '', reactionType: 'unicode_emoji' } as const;
export const NO_STATUS: UserStatus = { text: '', ...NO_EMOJI };

/** A status on the wire: what is not set is left out. */
export const UserStatusObject = Type.Object(
  {
    status_text: Type.Optional(Type.String()),
    emoji_name: Type.Optional(Type.String()),
    emoji_code: Type.Optional(Type.String()),
    reaction_type: Type.Optional(Type.String()),
    away: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);

/** A status with what its owner's settings say: away is who does not share their presence (spec: chat 4.10). */
export type StatusOfUser = UserStatus & { away: boolean };

/** @param legacyNames whether the client knows `zulip_extra_emoji` only */
export function presentStatus(status: StatusOfUser, legacyNames: boolean): Static<typeof UserStatusObject> {
  const { text, emojiName, emojiCode, reactionType, away } = status;
  const shownType = legacyNames && reactionType === 'service_extra_emoji' ? 'zulip_extra_emoji' : reactionType;
  return {
    ...(text === '' ? {} : { status_text: text }),
    ...(emojiName === '' ? {} : { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: shownType }),
    ...(away ? { away } : {}),
  };
}
