import { signal } from '@preact/signals';
import type { Screen } from '../screens.ts';

/** The screen that is looked at. */
export const screenHere = signal<Screen['id']>();

/** Screens with input: the page must not be reloaded during it. */
const BUSY: readonly (Screen['id'] | undefined)[] = ['stop', 'ask', undefined];

export function isQuiet(): boolean {
  return !BUSY.includes(screenHere.value);
}
