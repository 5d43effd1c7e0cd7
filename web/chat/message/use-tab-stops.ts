import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const STOPS = 'a[href], button, input, audio, video, [data-command], [data-scrolls], time[data-exact]';

/** Links and buttons of a message are stops for Tab only while it is the focused one: the list as a whole is one stop. */
export function useTabStops(ref: RefObject<HTMLElement | null>, isActive: boolean): void {
  useLayoutEffect(() => {
    for (const element of ref.current!.querySelectorAll<HTMLElement>(STOPS)) {
      if (element.closest('[popover]')) continue;
      const isHidden = element.getAttribute('aria-hidden') === 'true';
      element.tabIndex = isActive && !isHidden ? 0 : -1;
    }
  });
}
