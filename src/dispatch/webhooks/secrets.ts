import { createSecretKey, type KeyObject } from 'node:crypto';
import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import type { SealedSecrets } from './queries.ts';
import type { WebhookSecrets } from './signatures.ts';

/** Opens an organization's secrets. (A key that is made once signs in a quarter of the time that its digits take each time.) */
export function openSecrets(box: SecretBox, { current, next }: SealedSecrets): WebhookSecrets {
  const open = (sealed: Buffer): KeyObject => createSecretKey(box.open(sealed), 'hex');
  return { current: open(current), next: next ? open(next) : undefined };
}
