import { signal } from '@preact/signals';

/** Whether the browser has promised not to clear away what is kept; undefined: not asked yet. */
export const isStorageFirm = signal<boolean>();

export async function lookAtStorage(): Promise<void> {
  isStorageFirm.value = (await navigator.storage?.persisted?.()) ?? false;
}

/** Asks the browser to keep what lies here; it decides by itself. */
export async function askForStorage(): Promise<void> {
  isStorageFirm.value = (await navigator.storage?.persist?.()) ?? false;
}

/** Whether the screen is kept on; `refused`: the phone does not let the page. */
export const screenLock = signal<'off' | 'on' | 'refused'>('off');

let held: WakeLockSentinel | undefined;

/** Keeps the screen on, or no more. The browser lets go of it when the page is out of sight, and it is taken again. */
export async function keepScreenOn(isOn: boolean): Promise<void> {
  if (!isOn) {
    screenLock.value = 'off';
    await held?.release();
    held = undefined;
    return;
  }
  try {
    held = await navigator.wakeLock.request('screen');
    screenLock.value = 'on';
  } catch {
    screenLock.value = 'refused';
  }
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && screenLock.peek() === 'on') void keepScreenOn(true);
});
