import { encryptForDevice } from '../../../platform/outbound/push/encryption.ts';
import type { PushResult } from '../../../platform/outbound/push/push-service.ts';
import { pushServices } from '../../../platform/outbound/push/push-services.ts';
import type { BrowserTarget } from '../../../platform/push-subscriptions/access.ts';
import type { Services } from '../../../platform/services.ts';
import type { PushTarget } from '../../push-devices/access.ts';
import {
  apnsPayload,
  browserContent,
  encryptedApnsPayload,
  encryptedContent,
  fcmPayload,
  HIDDEN,
  type PushNotice,
} from './notice.ts';

/**
 * Pushes to one device, encrypted where it registered a key.
 * @param hidesContent of what is not encrypted: whether it keeps back what was written
 * @returns undefined: nobody here delivers to devices of its kind
 */
export async function sendToDevice(
  services: Services,
  target: PushTarget,
  notice: PushNotice,
  { hidesContent, signal }: { hidesContent: boolean; signal: AbortSignal },
): Promise<PushResult | undefined> {
  const { apns, fcm } = pushServices(services);
  const { kind, token, appId, encrypted } = target;
  const isAlert = notice.kind !== 'remove';
  const shown = hidesContent && notice.kind === 'message' ? { ...notice, text: HIDDEN } : notice;
  const data = encrypted && (await encryptForDevice(encrypted.key, JSON.stringify(encryptedContent(notice))));
  if (kind === 'apns') {
    const payload = encrypted ? encryptedApnsPayload(notice, encrypted.keyId, data!) : apnsPayload(shown);
    return apns?.send({ token, appId: appId ?? '', payload, isAlert }, signal);
  }
  const payload = encrypted ? { push_key_id: String(encrypted.keyId), encrypted_data: data! } : fcmPayload(shown);
  return fcm?.send({ token, payload, isAlert }, signal);
}

/**
 * Pushes to a browser, encrypted for it. What was read is taken back there by the next push, or by an open page.
 * @returns undefined: nothing is sent
 */
export async function sendToBrowser(
  services: Services,
  { subscription }: BrowserTarget,
  notice: PushNotice,
  signal: AbortSignal,
): Promise<PushResult | undefined> {
  if (notice.kind !== 'message') return undefined;
  const topic = `chat-${notice.message.id}`;
  return pushServices(services).web?.send(subscription, browserContent(notice), { topic, signal });
}
