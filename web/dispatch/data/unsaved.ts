import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Whether the form beside the screen holds what was typed and not sent. */
let isTyped = false;

/** What would close that form: it waits until whoever typed has said that this may go. */
export const leaving = signal<(() => void) | undefined>();

/** Does what closes the form beside the screen: at once, unless something typed is lost by it. */
export function unlessTyped(go: () => void): void {
  if (isTyped) leaving.value = go;
  else go();
}

/** What was typed may go: what waited for it is done. */
export function discardTyped(): void {
  const go = leaving.value;
  isTyped = false;
  leaving.value = undefined;
  go?.();
}

/** Of a form beside the screen: that something was typed into it, or is no more to be kept. The browser asks, too, before the page is left. */
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
