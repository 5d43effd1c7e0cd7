import { signal } from '@preact/signals';

/** Whether the screen that the page opened with has been painted: what it can do without comes after that. */
export const isFirstScreenDrawn = signal(false);

/** A screen whose answer does not come holds up nothing for longer. */
const LONGEST_WAIT_MS = 2000;

/** Says that the open screen is drawn, to be painted with the next frame. */
export function noteScreenDrawn(): void {
  if (!isFirstScreenDrawn.peek()) requestAnimationFrame(() => setTimeout(end));
}

/** Begins to wait for the first screen: from when on there is something to draw. */
export function awaitFirstScreen(): void {
  setTimeout(end, LONGEST_WAIT_MS);
}

function end(): void {
  isFirstScreenDrawn.value = true;
}
