import { type Static, Type } from 'typebox';

/** The push service that a token is for: Apple's or Google's. */
export type TokenKind = 'apns' | 'fcm';

/** Tokens and devices that one person may have; of more, the oldest go. */
export const MAX_DEVICES = 100;

/** A device that registered for encrypted pushes; the key itself is not read back here. */
export interface ClientDevice {
  id: number;
  pushAccountId: number | null;
  pushKeyId: number | null;
  tokenId: string | null;
  tokenUpdatedAt: Date | null;
}

/** What a registration changes: the key, the token, or both. */
export interface PushRegistration {
  /** Sealed. */
  pushKey: Buffer | null;
  pushKeyId: number | null;
  tokenKind: TokenKind | null;
  tokenId: string | null;
  bouncerPublicKey: string | null;
  encryptedRegistration: string | null;
}

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const integerOrNull = Type.Union([Type.Integer(), Type.Null()]);

/** A device on the wire. Its token is pending until a service that delivers has taken it. */
export const DeviceObject = Type.Object(
  {
    push_key_id: integerOrNull,
    push_token_id: textOrNull,
    pending_push_token_id: textOrNull,
    push_token_last_updated_timestamp: integerOrNull,
    push_registration_error_code: textOrNull,
  },
  { additionalProperties: false },
);

export function presentDevice({ pushKeyId, tokenId, tokenUpdatedAt }: ClientDevice): Static<typeof DeviceObject> {
  return {
    push_key_id: pushKeyId,
    push_token_id: null,
    pending_push_token_id: tokenId,
    push_token_last_updated_timestamp: tokenUpdatedAt && Math.floor(tokenUpdatedAt.getTime() / 1000),
    push_registration_error_code: null,
  };
}
