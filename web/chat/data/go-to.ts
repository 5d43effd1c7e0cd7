import { signal } from '@preact/signals';
import { navigate } from 'wouter-preact/use-browser-location';

/** Opens an address of the chat where the chat is a part of another app's page; undefined in the chat's own. */
export const openElsewhere = signal<((path: string) => void) | undefined>(undefined);

/** Goes to an address of the chat, as it stands in the browser. */
export function goTo(path: string, options?: { replace?: boolean }): void {
  const open = openElsewhere.peek();
  if (open) open(path);
  else navigate(path, options);
}
