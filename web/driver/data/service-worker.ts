import { computed, effect, signal } from '@preact/signals';
import { words } from '../texts/index.ts';
import { isAllSent } from './actions.ts';

const ADDRESS = '/driver-worker.js';
const SCOPE = '/driver';

/** Interval at which an open app checks for a newer version. */
const LOOK_MS = 30 * 60_000;

/** The newest app that lies on the phone and waits. One that comes after it takes its place, and has to be told anew. */
const waiting = signal<ServiceWorker | null>(null);

/** Whether a newer app lies on the phone and waits. */
export const newerWaits = computed(() => waiting.value !== null);

/** Messages from the service worker to its pages. */
type Message = { kind: 'refresh' } | { kind: 'show'; taskId: string; isSaid?: boolean };

/** Whether data cost the driver nothing, as far as the browser says; where it does not, they may. */
function isFree(): boolean {
  const { connection } = navigator as { connection?: { type?: string; saveData?: boolean } };
  return connection?.saveData !== true && ['wifi', 'ethernet'].includes(connection?.type ?? '');
}

interface Options {
  /** Whether the app may be loaded anew without taking anything from the driver's hands; read as a signal. */
  isQuiet(): boolean;
  onRefresh(): void;
  /** @param isMessage whether it is about what was said of the task */
  onShow(taskId: string, isMessage: boolean): void;
}

/**
 * Has the app kept on the phone, and changed over to a newer one as soon as nothing is unsent and nothing is being filled in.
 */
export async function keepApp({ isQuiet, onRefresh, onShow }: Options): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container || __BUILD__ === 'development') return;
  container.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'refresh') onRefresh();
    else onShow(data.taskId, data.isSaid === true);
  });
  /** Whether the app on this phone is the one that this page is of; at a first visit it comes after the page, and a page that was loaded past it (Shift) has no controller. */
  let isServed = container.controller !== null || Boolean((await container.getRegistration(SCOPE))?.active);
  /** The newer app serves this phone by now, and this page is of the one before. */
  const isReplaced = signal(false);
  container.addEventListener('controllerchange', () => {
    if (isServed) isReplaced.value = true;
    isServed = true;
  });
  const registration = await container.register(ADDRESS, { scope: SCOPE, updateViaCache: 'none' });
  const look = () => {
    // The very first one waits for nothing.
    waiting.value = registration.active && registration.waiting;
  };
  const follow = () => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', follow);
  follow();
  look();
  setInterval(() => void registration.update().catch(() => undefined), LOOK_MS);
  void container.ready.then(({ active }) => {
    active?.postMessage({ kind: 'words', words: words.push });
    if (!newerWaits.peek()) active?.postMessage({ kind: 'tidy' });
    if (!('BarcodeDetector' in globalThis) && isFree()) active?.postMessage({ kind: 'later' });
  });
  effect(() => {
    if (!isQuiet() || !isAllSent.value) return;
    waiting.value?.postMessage({ kind: 'take over' });
    if (isReplaced.value) location.reload();
  });
}
