import { triggerNames } from '../../../rules/webhook-triggers.ts';
import type { Services } from '../../platform/services.ts';
import { findSealedSecrets, type WebhookRow } from './queries.ts';
import { openSecrets } from './secrets.ts';
import { type Attempt, sendDelivery } from './send.ts';
import { signatureOf } from './signatures.ts';

/** Sends a webhook's receiver an empty event, signed, with `test: true`. It is not stored. */
export async function testWebhook(
  services: Services,
  organizationId: string,
  { id, url, trigger }: WebhookRow,
): Promise<Attempt> {
  const sealed = await findSealedSecrets(services.database.reader.of(organizationId));
  if (!sealed) throw new Error(`organization ${organizationId} has no webhook secret`);
  const body = JSON.stringify({
    taskId: null,
    workerId: null,
    adminId: null,
    data: null,
    actionContext: null,
    triggerId: trigger,
    triggerName: triggerNames[trigger] ?? null,
    time: services.clock.now().getTime(),
    test: true,
  });
  const delivery = { url, body, webhookId: id, eventId: 0 };
  const secrets = openSecrets(services.secrets, sealed);
  return sendDelivery(services, delivery, secrets, signatureOf(body, secrets.current), undefined);
}
