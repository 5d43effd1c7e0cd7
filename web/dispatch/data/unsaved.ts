import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Whether the form beside the screen holds what was typed and not sent. */
let isTyped = false;

/** Action that would close a form with input: it waits until the user agrees to discard the input. */
export const leaving = signal<(() => void) | undefined>();

/** Does what closes the form beside the screen: at once, unless something typed is lost by it. */
export function unlessTyped(go: () => void): void {
  if (isTyped) leaving.value = go;
  else go();
}

/** Discards the input and runs the waiting action. */
export function discardTyped(): void {
  const go = leaving.value;
  isTyped = false;
  leaving.value = undefined;
  go?.();
}

/** Tracks input in a form beside the screen. The browser also asks before the page is left. */
export function useUnsaved(): { note: () => void; forget: () => void } {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isTyped) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      isTyped = false;
    };
  }, []);
  return {
    note: () => {
      isTyped = true;
    },
    forget: () => {
      isTyped = false;
    },
  };
}
