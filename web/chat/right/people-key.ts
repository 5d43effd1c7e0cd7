import { signal } from '@preact/signals';
import { useKeys } from '../../shared/keys.ts';
import { toggleRight } from '../parts/right-state.ts';

/** True until the right side, which may still be loading, has given its filter the focus. */
export const isFilterAsked = signal(false);

/** Handles the key that leads to the filter of the people, and shows them if they were folded away. */
export function usePeopleKey(): void {
  useKeys({
    filterPeople: () => {
      toggleRight(true);
      isFilterAsked.value = true;
    },
  });
}
