import { signal } from '@preact/signals';
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

const loadCloseByBack = () => import('./close-by-back.ts');

/** Shows or hides the right side. */
export function toggleRight(isShown = !isRightShown()): void {
  if (isWide.peek()) setUnfolded('right', isShown);
  else {
    isAbove.value = isShown;
    void loadCloseByBack().then(({ closeByBack }) => closeByBack(isAbove));
  }
}

/** Takes the right side away where it covers what one reads. @returns whether it did */
export function uncoverMessages(): boolean {
  const wasAbove = isAbove.peek();
  isAbove.value = false;
  return wasAbove;
}
