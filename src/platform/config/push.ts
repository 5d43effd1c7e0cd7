import { createPrivateKey } from 'node:crypto';
import type { ApnsAccount } from '../outbound/push/apns.ts';
import type { FcmAccount } from '../outbound/push/fcm.ts';
import type { VapidAccount } from '../outbound/push/web-push.ts';
import { anyText, hexKey, readOwnFile, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Push notifications: to iOS, to Android, to browsers. */
export const pushSettings = {
  apnsKey: {
    variable: 'APNS_KEY_FILE',
    about: 'File with the Apple key for pushes to iOS devices (`AuthKey_….p8`); unset: none are sent.',
    read: apnsKeyFile,
  },
  apnsKeyId: { variable: 'APNS_KEY_ID', about: 'ID of the Apple key.', read: anyText },
  apnsTeamId: { variable: 'APNS_TEAM_ID', about: 'ID of the Apple team that owns the key.', read: anyText },
  apnsUrl: {
    variable: 'APNS_URL',
    about: "Address of Apple's push service.",
    fallback: 'https://api.push.apple.com',
    read: url('http:', 'https:'),
  },
  fcmAccount: {
    variable: 'FCM_SERVICE_ACCOUNT_FILE',
    about: 'JSON file of the Google service account for pushes to Android devices (FCM); unset: none are sent.',
    read: serviceAccountFile,
  },
  fcmUrl: {
    variable: 'FCM_URL',
    about: "Address of Google's push service.",
    fallback: 'https://fcm.googleapis.com',
    read: url('http:', 'https:'),
  },
  webPushKey: {
    variable: 'WEB_PUSH_KEY',
    about:
      'Private VAPID key for pushes to browsers, 32 bytes in base64url (`npx web-push generate-vapid-keys`); unset: none are sent.',
    isSecret: true,
    read: vapidKey,
  },
  webPushSubject: {
    variable: 'WEB_PUSH_SUBJECT',
    about: '`mailto:` or `https:` address of the operator, for the browser push services.',
    read: url('mailto:', 'https:'),
  },
  pushRegistrationKey: {
    variable: 'PUSH_REGISTRATION_KEY',
    about:
      'Private key (X25519, 64 hexadecimal digits) for which apps encrypt their push tokens; unset: devices with encrypted pushes can register but receive nothing.',
    isSecret: true,
    read: (key) => Buffer.from(hexKey(key), 'hex'),
  },
} satisfies Settings;

/** The key that Apple gives out as a file, `AuthKey_….p8`. */
function apnsKeyFile(file: string): string {
  const text = readOwnFile(file);
  let curve: string | undefined;
  try {
    curve = createPrivateKey(text).asymmetricKeyDetails?.namedCurve;
  } catch {
    curve = undefined;
  }
  if (curve !== 'prime256v1') throw new Error('must be a file with an ES256 private key from Apple');
  return text;
}

/** The file of a service account, as Google gives it out. */
function serviceAccountFile(file: string): FcmAccount {
  let account: FcmAccount;
  try {
    // The content is checked below.
    account = JSON.parse(readOwnFile(file));
    createPrivateKey(account.private_key);
  } catch {
    throw new Error('must be the JSON file of a Google service account');
  }
  const names = ['project_id', 'client_email', 'token_uri'] as const;
  if (names.some((name) => typeof account[name] !== 'string') || !URL.canParse(account.token_uri))
    throw new Error('must be the JSON file of a Google service account');
  return account;
}

/** A private key on the curve of VAPID. */
function vapidKey(value: string): string {
  if (Buffer.from(value, 'base64url').length !== 32) throw new Error('must be 32 bytes in base64url');
  return value;
}

type PushValues = ValuesOf<typeof pushSettings>;

/**
 * The account at Apple's; undefined where no key is set.
 * @throws {ConfigError} where the key has no ID or no team
 */
export function apnsAccount(values: PushValues): ApnsAccount | undefined {
  const { apnsUrl: url, apnsKey: key, apnsKeyId: keyId, apnsTeamId: teamId } = values;
  if (!key) return undefined;
  if (!keyId) throw new ConfigError('APNS_KEY_ID must be set because APNS_KEY_FILE is set.');
  if (!teamId) throw new ConfigError('APNS_TEAM_ID must be set because APNS_KEY_FILE is set.');
  return { url, key, keyId, teamId };
}

/**
 * Returns the server's identity for push services of browsers; undefined if no key is set.
 * @throws {ConfigError} where nobody is named beside the key
 */
export function vapidAccount({
  webPushKey: privateKey,
  webPushSubject: subject,
}: PushValues): VapidAccount | undefined {
  if (!privateKey) return undefined;
  if (!subject) throw new ConfigError('WEB_PUSH_SUBJECT must be set because WEB_PUSH_KEY is set.');
  return { privateKey, subject };
}
