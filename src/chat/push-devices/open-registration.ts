import { openSealed, publicKeyOf } from '../../platform/outbound/push/encryption.ts';
import type { Services } from '../../platform/services.ts';
import type { PushRegistration, TokenKind } from './push-device.ts';

/** A registration that is older was copied from somewhere. */
const MAX_AGE_SECONDS = 24 * 3600;

type Opened = Pick<PushRegistration, 'opened' | 'registrationError'>;

const refused = (registrationError: string): Opened => ({ opened: null, registrationError });

/**
 * Opens what an app registered with: its token, encrypted for the key that its maker built into it
 * (client: zulip-flutter, `PushRegistration`). Without a key of ours nothing is opened, and the token stays pending.
 */
export async function openRegistration(
  { config, secrets, clock }: Pick<Services, 'config' | 'secrets' | 'clock'>,
  given: { publicKey: string; encrypted: string; kind: TokenKind },
): Promise<Opened> {
  const { pushRegistrationKey: key } = config;
  if (!key) return { opened: null, registrationError: null };
  if (given.publicKey !== (await publicKeyOf(key))) return refused('INVALID_BOUNCER_PUBLIC_KEY');
  const text = await openSealed(key, Buffer.from(given.encrypted, 'base64'));
  const registration = text === undefined ? undefined : readRegistration(text);
  if (!registration || registration.kind !== given.kind) return refused('BAD_REQUEST');
  const age = clock.now().getTime() / 1000 - registration.timestamp;
  if (age > MAX_AGE_SECONDS) return refused('REQUEST_EXPIRED');
  const { token, appId } = registration;
  return { opened: { sealedToken: secrets.seal(token), appId }, registrationError: null };
}

function readRegistration(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { token, token_kind: kind, timestamp, ios_app_id: appId = null } = value as Record<string, unknown>;
  const isApns = kind === 'apns';
  if (typeof token !== 'string' || token === '' || token.length > 4096 || typeof timestamp !== 'number')
    return undefined;
  if (isApns ? !/^(?:[0-9a-f]{2})+$/i.test(token) || typeof appId !== 'string' : kind !== 'fcm') return undefined;
  return { token, kind: kind as TokenKind, timestamp, appId: isApns ? (appId as string) : null };
}
