import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Keeps the focus on the task that has it, also when it comes to stand elsewhere: what is moved in a document loses it.
 * Whoever clicks beside the tasks lets go of it.
 */
export function useRestoredFocus(board: { current: HTMLElement | null }) {
  const task = useRef<string | undefined>(undefined);
  // Before the next key: the page would have it.
  useLayoutEffect(() => {
    if (task.current === undefined || document.activeElement !== document.body) return;
    board.current?.querySelector<HTMLElement>(`[data-task="${task.current}"]`)?.focus();
  });
  return {
    onFocusIn: ({ target }: FocusEvent) => {
      task.current = (target as HTMLElement).dataset.task;
    },
    onPointerDownCapture: ({ target }: PointerEvent) => {
      task.current = (target as HTMLElement).closest<HTMLElement>('[data-task]')?.dataset.task;
    },
  };
}
