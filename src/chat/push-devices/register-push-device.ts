import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, optional, type ParamValues, text } from '../http/params.ts';
import { doRegisterAccount, doRegisterDevice } from './actions.ts';
import { openRegistration } from './open-registration.ts';
import type { PushRegistration } from './push-device.ts';

const long = (description: string) => text(Type.String({ minLength: 1, maxLength: 10_000, description }));
const params = {
  device_id: optional(json(described(Id, 'ID from `POST /register_client_device`.'))),
  push_account_id: optional(
    json(described(Id, 'Number that the client chose for the registration, in the older form.')),
  ),
  push_key: optional(long('Base64 of a byte 0x31 and the 32 bytes of the key that encrypts notifications.')),
  push_key_id: optional(
    json(
      Type.Integer({
        minimum: 0,
        maximum: 2 ** 32 - 1,
        description: 'Number that the client chose for the key: notifications name it.',
      }),
    ),
  ),
  token_kind: optional(
    text(
      Type.Union([Type.Literal('apns'), Type.Literal('fcm')], {
        description: "Service of the token: Apple's (`apns`) or Google's (`fcm`).",
      }),
    ),
  ),
  token_id: optional(long('Text by which the client recognizes the token.')),
  bouncer_public_key: optional(long('Public key for which the registration is encrypted.')),
  encrypted_push_registration: optional(long('Registration with the token, encrypted for that key, as Base64.')),
};
type Given = ParamValues<typeof params>;

/** One byte that says how messages are encrypted (0x31: libsodium's secretbox) and a key of 32 bytes. */
const KEY_BYTES = 33;
const SECRETBOX = 0x31;

/**
 * Two forms: with `push_account_id`, the client's own number for the registration (level 406), all in one; with
 * `device_id` of `POST /register_client_device` (level 468), key and token also one by one.
 */
export const registerPushDevice = chatOperation({
  method: 'POST',
  path: '/mobile_push/register',
  since: 406,
  summary: 'Register a device for end-to-end encrypted pushes, or change its registration',
  access: anyUser,
  params,
  answer: {},
  async write({ tx, caller, services }, given) {
    checkIsPerson(caller);
    const { userId } = caller;
    const { device_id, push_account_id } = given;
    if (device_id === undefined) {
      const required = ['push_account_id', 'push_key', ...TOKEN_PARTS] as const;
      requireAll(given, push_account_id === undefined ? ['device_id'] : required);
      const registration = await readRegistration(given, services);
      await doRegisterAccount(tx, userId, push_account_id!, registration);
      return {};
    }
    const hasKey = given.push_key !== undefined || given.push_key_id !== undefined;
    const hasToken = [...TOKEN_PARTS, 'token_id' as const].some((name) => given[name] !== undefined);
    if (hasKey) requireAll(given, ['push_key', 'push_key_id']);
    if (hasToken) requireAll(given, [...TOKEN_PARTS, 'token_id']);
    if (!hasKey && !hasToken)
      throw badRequest('Missing parameters: must provide either all push key fields, all token fields, or both.');
    await doRegisterDevice(tx, userId, device_id, await readRegistration(given, services));
    return {};
  },
});

const TOKEN_PARTS = ['token_kind', 'bouncer_public_key', 'encrypted_push_registration'] as const;

function requireAll(given: Given, names: readonly (keyof Given)[]): void {
  const missing = names.find((name) => given[name] === undefined);
  if (missing !== undefined)
    throw new ChatError('REQUEST_VARIABLE_MISSING', `Missing '${missing}' argument`, { var_name: missing });
}

async function readRegistration(given: Given, services: Services): Promise<PushRegistration> {
  const { secrets } = services;
  const { bouncer_public_key: publicKey, encrypted_push_registration: encrypted, token_kind: kind } = given;
  const isToken = publicKey !== undefined && encrypted !== undefined && kind !== undefined;
  return {
    ...(isToken
      ? await openRegistration(services, { publicKey, encrypted, kind })
      : { opened: null, registrationError: null }),
    pushKey: given.push_key === undefined ? null : secrets.seal(checkPushKey(given.push_key)),
    pushKeyId: given.push_key_id ?? null,
    tokenKind: given.token_kind ?? null,
    tokenId: given.token_id ?? null,
    bouncerPublicKey: given.bouncer_public_key ?? null,
    encryptedRegistration: given.encrypted_push_registration ?? null,
  };
}

/** @throws {ChatError} `BAD_REQUEST` */
function checkPushKey(given: string): string {
  const bytes = Buffer.from(given, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(given) || bytes.length !== KEY_BYTES || bytes[0] !== SECRETBOX)
    throw badRequest('Invalid push_key');
  return given;
}
