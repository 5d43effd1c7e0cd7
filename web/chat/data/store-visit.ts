import { effect } from '@preact/signals';
import { hasFailedPart } from '../../shared/ui/lazy.tsx';
import { storedState } from '../../store/chat/to-store.ts';
import { chat, hasState, knownState } from './chat.ts';
import { removeCopy, STATE, storeCopy } from './disk.ts';

/** The state is stored so long after it has changed; and at once when the page is hidden. */
const STORE_AFTER_MS = 10_000;

/** Keeps the state on disk for the next visit, sealed, a while after each change. */
export function storeChanges(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = knownState();
    if (state && !hasFailedPart.peek()) void storeCopy(STATE, storedState(state)).catch(() => undefined);
  };
  effect(() => {
    if (hasState.value && chat.value) timer ??= setTimeout(store, STORE_AFTER_MS);
  });
  // What cannot be drawn must not fail the next visit too, which then asks the server.
  effect(() => {
    if (hasFailedPart.value) void removeCopy(STATE).catch(() => undefined);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && timer !== undefined) store();
  });
}
