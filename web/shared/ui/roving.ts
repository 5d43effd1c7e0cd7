/**
 * Moves the focus among the parts of a widget that is one stop for Tab: arrows, Home and End. The arrows of the line follow
 * the direction of the text.
 * @returns whether the key was one of these
 */
export function focusStep(
  event: KeyboardEvent,
  within: HTMLElement,
  selector: string,
  direction: 'block' | 'inline' = 'block',
): boolean {
  const parts = [...within.querySelectorAll<HTMLElement>(selector)];
  const at = parts.indexOf(document.activeElement as HTMLElement);
  const to = target(event, {
    at,
    count: parts.length,
    isRightToLeft: getComputedStyle(within).direction === 'rtl',
    direction,
  });
  if (to === undefined) return false;
  event.preventDefault();
  parts[to]?.focus();
  return true;
}

interface Position {
  at: number;
  count: number;
  isRightToLeft: boolean;
  direction: 'block' | 'inline';
}

function target({ key }: KeyboardEvent, { at, count, isRightToLeft, direction }: Position): number | undefined {
  const [back, forward] = direction === 'block' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const mirrored = direction === 'inline' && isRightToLeft;
  if (key === (mirrored ? back : forward)) return (at + 1) % count;
  if (key === (mirrored ? forward : back)) return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
