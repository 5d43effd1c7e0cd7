import { signal } from '@preact/signals';
import type { GetPushKeyAnswer } from '../../store/wire/dispatch.ts';
import { call } from './connection.ts';

/** Whether this phone tells of new tasks. `none`: the server or the browser has none. */
export const notices = signal<'on' | 'off' | 'denied' | 'none'>();

/** Pushes that came while this page was open. */
export const pushes = signal(0);

const DOOR = '/api/v2/driver/push-subscription';

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration('/driver');
}

/** Looks how it is. A subscription that is there is told to the server again: the session may be another one by now. */
export async function lookAtNotices(): Promise<void> {
  const here = await registration();
  if (!here?.pushManager || !('Notification' in globalThis)) {
    notices.value = 'none';
    return;
  }
  if (Notification.permission === 'denied') notices.value = 'denied';
  else {
    const subscription = await here.pushManager.getSubscription();
    notices.value = subscription ? 'on' : 'off';
    if (subscription) await register(subscription).catch(() => undefined);
  }
}

/** Asks the driver and then the browser. @throws when the server cannot be asked */
export async function turnNoticesOn(): Promise<void> {
  const { publicKey } = await call<GetPushKeyAnswer>(DOOR);
  const here = await registration();
  if (publicKey === null || !here) {
    notices.value = 'none';
    return;
  }
  if ((await Notification.requestPermission()) !== 'granted') {
    notices.value = Notification.permission === 'denied' ? 'denied' : 'off';
    return;
  }
  await register(await here.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  notices.value = 'on';
}

async function register(subscription: PushSubscription): Promise<void> {
  await call(DOOR, { method: 'PUT', body: subscription.toJSON() });
}
