import { signal } from '@preact/signals';

const NAME = 'chat-folds';

/** Parts that the person opened or closed, on this device. */
const folds = signal<Readonly<Record<string, boolean>>>(readFolds());

function readFolds(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Whether a part of a screen is open. @param isOpen whether it is by itself */
export function isUnfolded(id: string, isOpen = true): boolean {
  return folds.value[id] ?? isOpen;
}

export function setUnfolded(id: string, isOpen: boolean): void {
  folds.value = { ...folds.peek(), [id]: isOpen };
  try {
    localStorage.setItem(NAME, JSON.stringify(folds.peek()));
  } catch {
    // Without storage it holds until the page is left.
  }
}
