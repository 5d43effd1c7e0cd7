import { similarSetting } from './near-misses.ts';
import { ConfigError } from './setting.ts';

/** Prefixes of Hubbub's settings: a name with one of them that is no setting is worth a warning. */
const OWN_PREFIXES = [
  'FILE_STORE',
  'S3_',
  'UPLOAD_',
  'CLAMD_',
  'SMS_',
  'SMTP_',
  'APNS_',
  'FCM_',
  'PUSH_',
  'GEOCODER',
  'WEBHOOK_',
  'EVENT_POLL',
  'EVENT_QUEUE',
  'RATE_LIMIT',
  'CHAT_REQUESTS',
  'DISPATCH_REQUESTS',
  'TRUSTED_PROX',
  'OPENID_',
  'METRICS_',
  'BACKUP_',
  'ARCHIVE_',
];

/**
 * Looks for names in the environment that are meant as settings and are none.
 * @param settings names of all environment variables that are settings
 * @param warn gets names that only look like settings, a sentence each
 * @throws {ConfigError} one sentence for the first name that a setting was surely meant by
 */
export function checkNames(names: string[], settings: string[], warn: (sentence: string) => void): void {
  for (const name of names) {
    const meant = similarSetting(name, settings);
    if (meant) throw new ConfigError(`${name} is not a setting of Hubbub. Did you mean ${meant}? Rename or remove it.`);
    if (!settings.includes(name) && OWN_PREFIXES.some((prefix) => name.startsWith(prefix)))
      warn(`${name} is not a setting of Hubbub and has no effect. docs/operators/settings.md lists the settings.`);
  }
}
