import { type Static, Type } from 'typebox';

/** Status of a person. Without an emoji its name and code are empty. */
export interface UserStatus {
  text: string;
  emojiName: string;
  emojiCode: string;
  reactionType: string;
  /** When it is cleared by itself, in whole seconds; null: it stays. */
  clearsAt: Date | null;
}

/** Clients tell by the empty code that there is no emoji; those with a closed list of types read the type all the same. */
export const NO_EMOJI = { emojiName: '', emojiCode: '', reactionType: 'unicode_emoji' } as const;
export const NO_STATUS: UserStatus = { text: '', ...NO_EMOJI, clearsAt: null };

/** A status on the wire: what is not set is left out. */
export const UserStatusObject = Type.Object(
  {
    status_text: Type.Optional(Type.String({ description: 'Text of the status. Absent if it has none.' })),
    emoji_name: Type.Optional(Type.String({ description: 'Name of the emoji. Absent if the status has none.' })),
    emoji_code: Type.Optional(Type.String({ description: 'Code points of the emoji, or the ID of a custom emoji.' })),
    reaction_type: Type.Optional(
      Type.String({ description: 'Kind of emoji: `unicode_emoji`, `realm_emoji` or `service_extra_emoji`.' }),
    ),
    clears_at: Type.Optional(
      Type.Integer({ description: 'When the status is cleared by itself, in UNIX seconds. Absent if it stays.' }),
    ),
    away: Type.Optional(
      Type.Literal(true, { description: 'True if the user does not share when they are online. Otherwise absent.' }),
    ),
  },
  { additionalProperties: false },
);

/** A status with what its owner's settings say: away is who does not share their presence (spec: chat 4.10). */
export type StatusOfUser = UserStatus & { away: boolean };

/** @param legacyNames whether the client knows `zulip_extra_emoji` only */
export function presentStatus(status: StatusOfUser, legacyNames: boolean): Static<typeof UserStatusObject> {
  const { text, emojiName, emojiCode, reactionType, clearsAt, away } = status;
  const shownType = legacyNames && reactionType === 'service_extra_emoji' ? 'zulip_extra_emoji' : reactionType;
  return {
    ...(text === '' ? {} : { status_text: text }),
    ...(emojiName === '' ? {} : { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: shownType }),
    ...(clearsAt === null ? {} : { clears_at: secondsOf(clearsAt) }),
    ...(away ? { away } : {}),
  };
}

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
