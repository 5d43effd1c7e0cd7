import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import type { SealedSecrets } from './queries.ts';
import type { WebhookSecrets } from './signatures.ts';

export function openSecrets(box: SecretBox, { current, next }: SealedSecrets): WebhookSecrets {
  return { current: box.open(current), next: next ? box.open(next) : undefined };
}
