import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { focusStep } from '../../shared/ui/roving.ts';

/**
 * Makes the parts of an element one stop for Tab: arrows, Home and End go from one to the next. When the part with the
 * focus goes away, the next in its place has it.
 * @param isBegun whether the focus goes to the first part at once
 */
export function useRoving(ref: RefObject<HTMLElement | null>, selector: string, { isBegun = false } = {}): void {
  const last = useRef<{ element: HTMLElement; index: number }>(undefined);
  useLayoutEffect(() => {
    const parts = partsOf(ref, selector);
    const { element, index = 0 } = last.current ?? {};
    const isLost = element !== undefined && !parts.includes(element);
    const stop = isLost
      ? parts[Math.min(index, parts.length - 1)]
      : (element ?? parts.find((part) => part.hasAttribute('aria-current')) ?? parts[0]);
    for (const part of parts) part.tabIndex = part === stop ? 0 : -1;
    if (isLost && document.activeElement === document.body) stop?.focus();
  });
  useEffect(() => {
    const within = ref.current!;
    const noteFocus = ({ target }: FocusEvent) => {
      const parts = partsOf(ref, selector);
      const index = parts.indexOf(target as HTMLElement);
      if (index < 0) return;
      last.current = { element: parts[index]!, index };
      for (const part of parts) part.tabIndex = part === target ? 0 : -1;
    };
    const step = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).matches(selector)) focusStep(event, within, selector);
    };
    within.addEventListener('focusin', noteFocus);
    within.addEventListener('keydown', step);
    if (isBegun && document.activeElement === document.body) partsOf(ref, selector)[0]?.focus();
    return () => {
      within.removeEventListener('focusin', noteFocus);
      within.removeEventListener('keydown', step);
    };
  }, []);
}

const partsOf = (ref: RefObject<HTMLElement | null>, selector: string): HTMLElement[] => [
  ...ref.current!.querySelectorAll<HTMLElement>(selector),
];
