import type { Threshold } from '../../../rules/webhook-triggers.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { notFound } from '../http/errors.ts';
import { findSealedSecrets, findWebhook, listThresholds, type WebhookRow } from './queries.ts';

export { findSealedSecrets, findWebhookAnywhere, listWebhooks } from './queries.ts';

/** @throws {DispatchError} 1402 when the organization has no such webhook */
export async function accessWebhook(reader: Reader, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(reader, id);
  if (!webhook) throw notFound('There is no such webhook.');
  return webhook;
}

/** The distinct thresholds of an organization, for the checks of arrivals and delays. */
export function thresholdsOf(reader: Reader): Promise<Threshold[]> {
  return listThresholds(reader);
}

/**
 * Returns the state of the webhook secret: being changed (the next one also signs), not yet shown to anybody, or
 * neither.
 */
export async function accessWebhookSecretState(reader: Reader): Promise<'changing' | 'unseen' | 'known'> {
  const secrets = await findSealedSecrets(reader);
  if (secrets?.next) return 'changing';
  return secrets?.isShown === false ? 'unseen' : 'known';
}
