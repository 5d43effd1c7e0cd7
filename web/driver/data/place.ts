import { signal } from '@preact/signals';
import type { Screen } from '../screens.ts';

/** The screen that is looked at. */
export const screenHere = signal<Screen['id']>();

/** Where something is filled in: nothing may take the page away under a driver's hands. */
const BUSY: readonly (Screen['id'] | undefined)[] = ['stop', 'ask', undefined];

export function isQuiet(): boolean {
  return !BUSY.includes(screenHere.value);
}
