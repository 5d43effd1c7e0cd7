import { useLocation } from 'wouter-preact';
import { uncoverMessages } from '../parts/right-state.ts';

/** Returns what a click on the left does: a link of it leads on within the page, unless a key or another button asks for more. */
export function useLeftLinks(): (event: MouseEvent) => void {
  const [, go] = useLocation();
  return (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, button, defaultPrevented, target } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || button !== 0) return;
    const href = (target as Element).closest('a.left-row')?.getAttribute('href');
    if (!href) return;
    event.preventDefault();
    go(`~${href}`);
    // The place that lies under the left side already is no other address.
    uncoverMessages();
  };
}
