import { keepApp } from '../../shared/offline/keep-app.ts';
import { words } from '../texts/index.ts';
import { isAllSent } from './actions.ts';

/** Messages from the service worker to its pages. */
type Message = { kind: 'refresh' } | { kind: 'show'; taskId: string; isSaid?: boolean };

/** Has what draws streets kept on the phone, which has just loaded it. */
export function keepMap(): void {
  navigator.serviceWorker?.controller?.postMessage({ kind: 'later' });
}

/** The phone's connection, where the browser says something of it. */
const { connection } = navigator as { connection?: EventTarget & { type?: string; saveData?: boolean } };

/** Whether data cost the driver nothing, as far as the browser says; where it does not, they may. */
export function isFree(): boolean {
  return connection?.saveData !== true && ['wifi', 'ethernet'].includes(connection?.type ?? '');
}

/** Calls back when data may cost something else than before. */
export function onDataCost(listener: () => void): void {
  connection?.addEventListener('change', listener);
}

interface Options {
  /** Whether the app may be loaded anew without taking anything from the driver's hands; read as a signal. */
  isQuiet(): boolean;
  onRefresh(): void;
  /** @param isMessage whether it is about what was said of the task */
  onShow(taskId: string, isMessage: boolean): void;
}

/** Has the app kept on the phone; it changes over as soon as nothing is unsent and nothing is being filled in. */
export function keepDriverApp({ isQuiet, onRefresh, onShow }: Options): Promise<void> {
  const isIdle = () => isQuiet() && isAllSent.value;
  return keepApp<Message>({
    app: 'driver',
    mayTakeOver: isIdle,
    mayReload: isIdle,
    onMessage: (message) => {
      if (message.kind === 'refresh') onRefresh();
      else onShow(message.taskId, message.isSaid === true);
    },
    onReady: (worker) => {
      worker.postMessage({ kind: 'words', words: words.push });
      if (isFree()) worker.postMessage({ kind: 'later', withCodes: !('BarcodeDetector' in globalThis) });
    },
  });
}
