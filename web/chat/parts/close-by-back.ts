import { effect, type Signal } from '@preact/signals';

/** The part of the browser that makes the device's way back a request to close (Android's); some browsers have none. */
interface WithCloseWatcher {
  CloseWatcher?: new () => { onclose: (() => void) | null; destroy(): void };
}

/** Lets the device's way back close what lies above the messages on a phone, instead of leaving the place. */
export function closeByBack(isOpen: Signal<boolean>): void {
  const { CloseWatcher } = globalThis as WithCloseWatcher;
  if (!CloseWatcher || !isOpen.peek()) return;
  const watcher = new CloseWatcher();
  watcher.onclose = () => {
    isOpen.value = false;
  };
  const stop = effect(() => {
    if (isOpen.value) return;
    watcher.destroy();
    stop();
  });
}
