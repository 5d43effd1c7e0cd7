import { type Signal, signal } from '@preact/signals';
import { isUnfolded, setUnfolded } from '../data/folds.ts';

/** Windows in which the right side stands beside the messages; in others it lies above them. */
const wide = matchMedia('(width >= 75rem)');
const isWide = signal(wide.matches);
wide.addEventListener('change', () => {
  isWide.value = wide.matches;
});

/** Whether it lies above the messages now: it goes when another place is gone to. */
const isAbove = signal(false);

/** Whether the right side is shown. */
export function isRightShown(): boolean {
  return isWide.value ? isUnfolded('right') : isAbove.value;
}

/** Lets the device's way back close something that was opened above the messages. */
export const letBackClose = (isOpen: Signal<boolean>) =>
  import('./close-by-back.ts').then(({ closeByBack }) => closeByBack(isOpen)).catch(() => undefined);

/** Whether the left side is shown where there is room for one pane alone. */
export const isLeftOpen = signal(false);

/** Shows or hides the right side. */
export function toggleRight(isShown = !isRightShown()): void {
  if (isWide.peek()) setUnfolded('right', isShown);
  else {
    isAbove.value = isShown;
    void letBackClose(isAbove);
  }
}

/** Takes away what covers what one reads. @returns whether something did */
export function uncoverMessages(): boolean {
  const wasCovered = isAbove.peek() || isLeftOpen.peek();
  isAbove.value = isLeftOpen.value = false;
  return wasCovered;
}
