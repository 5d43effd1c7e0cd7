import { perServices } from '../../per-services.ts';
import type { Services } from '../../services.ts';
import { ApnsClient } from './apns.ts';
import { FcmClient } from './fcm.ts';
import { WebPushClient } from './web-push.ts';

/** Senders of pushes to phones and browsers; undefined: none. */
export interface PushServices {
  apns: ApnsClient | undefined;
  fcm: FcmClient | undefined;
  /** Browsers. */
  web: WebPushClient | undefined;
}

/** The push services of this program, as its settings have them. */
export const pushServices = perServices<PushServices>(({ config, clock, closing }) => {
  const now = () => clock.now().getTime();
  const { apns: apnsAccount, fcmAccount } = config;
  const apns = apnsAccount && new ApnsClient(apnsAccount, now);
  closing.addEventListener('abort', () => apns?.close());
  const reach = { allowInsecure: config.webhookAllowInsecure, hosts: config.outgoingHosts };
  const web = config.webPush && new WebPushClient(config.webPush, reach, now);
  return { apns, fcm: fcmAccount && new FcmClient(config.fcmUrl, fcmAccount, now), web };
});

/** Whether pushes go out at all, to phones or browsers. */
export function sendsPushes({ config }: Pick<Services, 'config'>): boolean {
  return isPushConfigured({ config }) || config.webPush !== undefined;
}

/** Whether pushes go out to apps on phones. */
export function isPushConfigured({ config }: Pick<Services, 'config'>): boolean {
  return config.apns !== undefined || config.fcmAccount !== undefined;
}
