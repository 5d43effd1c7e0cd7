import { computed, effect, signal } from '@preact/signals';
import { isOldBuild } from '../session/request.ts';

/** Interval at which an open app checks for a newer version. */
const LOOK_MS = 30 * 60_000;

/** The newest app that lies on the device and waits. One that comes after it takes its place, and has to be told anew. */
const waiting = signal<ServiceWorker | null>(null);

/** Whether a newer app lies on the device and waits. */
export const newerWaits = computed(() => waiting.value !== null);

interface Options<Message> {
  /** Its pages are at and below `/APP`, its worker is `/APP-worker.js`. */
  app: string;
  /** Whether the next visit may be of the newer app; read as a signal. */
  mayTakeOver(): boolean;
  /** Whether a page of the app before is loaded anew by itself, which takes what is only on the page; read as a signal. */
  mayReload(): boolean;
  onMessage?(message: Message): void;
  /** The app lies on the device. */
  onReady?(worker: ServiceWorker): void;
}

/**
 * Has an app kept on the device, so that it opens without a network, and changed over to a newer one.
 * @throws where the browser keeps no app: private windows of some do not
 */
export async function keepApp<Message>({ app, mayTakeOver, mayReload, ...options }: Options<Message>): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container || __BUILD__ === 'development') return;
  const scope = `/${app}`;
  container.addEventListener('message', ({ data }: MessageEvent<Message>) => options.onMessage?.(data));
  /** Whether the app on this device is the one that this page is of; at a first visit it comes after the page, and a page that was loaded past it (Shift) has no controller. */
  let isServed = container.controller !== null || Boolean((await container.getRegistration(scope))?.active);
  /** The newer app serves this device by now, and this page is of the one before. */
  const isReplaced = signal(false);
  container.addEventListener('controllerchange', () => {
    if (isServed) isReplaced.value = true;
    isServed = true;
  });
  const registration = await container.register(`/${app}-worker.js`, { scope, updateViaCache: 'none' });
  const look = () => {
    // The very first one waits for nothing.
    waiting.value = registration.active && registration.waiting;
  };
  const follow = () => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', follow);
  follow();
  look();
  const update = () => void registration.update().catch(() => undefined);
  setInterval(update, LOOK_MS);
  effect(() => {
    if (isOldBuild()) update();
  });
  void container.ready.then(({ active }) => {
    if (!active) return;
    options.onReady?.(active);
    if (!newerWaits.peek()) active.postMessage({ kind: 'tidy' });
  });
  effect(() => {
    if (mayTakeOver()) waiting.value?.postMessage({ kind: 'take over' });
  });
  effect(() => {
    if (isReplaced.value && mayReload()) location.reload();
  });
}
