import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';

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
  /** Whether pushes can be sent to it. */
  isRegistered: boolean;
  /** Why its token could not be taken. */
  registrationError: string | null;
}

/** Changes of a registration: the key, the token, or both. */
export interface PushRegistration {
  /** Sealed. */
  pushKey: Buffer | null;
  pushKeyId: number | null;
  tokenKind: TokenKind | null;
  tokenId: string | null;
  bouncerPublicKey: string | null;
  encryptedRegistration: string | null;
  /** Content of the registration with the token sealed; null: not given, or it could not be opened. */
  opened: { sealedToken: Buffer; appId: string | null } | null;
  /** Why it could not be opened; null also where nothing here opens registrations. */
  registrationError: string | null;
}

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const integerOrNull = Type.Union([Type.Integer(), Type.Null()]);

/** A device on the wire. Its token is pending until it is known. */
export const DeviceObject = Type.Object(
  {
    push_key_id: described(
      integerOrNull,
      "The client's number for the key that encrypts its notifications. Null: no key.",
    ),
    push_token_id: described(textOrNull, 'ID of the token in use. Null: none.'),
    pending_push_token_id: described(textOrNull, 'ID of a token whose registration is not finished. Null: none.'),
    push_token_last_updated_timestamp: described(
      integerOrNull,
      'When the token was last changed, in UNIX seconds. Null: never.',
    ),
    push_registration_error_code: described(textOrNull, 'Why the registration failed. Null: it did not.'),
  },
  { additionalProperties: false },
);

export function presentDevice(device: ClientDevice): Static<typeof DeviceObject> {
  const { pushKeyId, tokenId, tokenUpdatedAt, isRegistered, registrationError } = device;
  const isPending = !isRegistered && registrationError === null;
  return {
    push_key_id: pushKeyId,
    push_token_id: isRegistered ? tokenId : null,
    pending_push_token_id: isPending ? tokenId : null,
    push_token_last_updated_timestamp: tokenUpdatedAt && Math.floor(tokenUpdatedAt.getTime() / 1000),
    push_registration_error_code: registrationError,
  };
}

/** A registration in the older form, on the wire. */
export const PushAccountObject = Type.Object(
  {
    status: Type.Union([Type.Literal('pending'), Type.Literal('active'), Type.Literal('failed')], {
      description: 'State of the registration.',
    }),
    error_code: Type.Optional(Type.String({ description: 'Why the registration failed. Absent if it did not.' })),
  },
  { additionalProperties: false },
);

export function presentAccount({ isRegistered, registrationError }: ClientDevice): Static<typeof PushAccountObject> {
  if (registrationError !== null) return { status: 'failed', error_code: registrationError };
  return { status: isRegistered ? 'active' : 'pending' };
}
