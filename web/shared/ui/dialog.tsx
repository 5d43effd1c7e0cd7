import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { isKey } from '../keys.ts';
import { texts } from '../texts/index.ts';
import { IconButton } from './button.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  /** Left out where there is no way around it. */
  onClose?: () => void;
  /** `top`: near the upper edge, so that it does not move while its content grows. */
  place?: 'middle' | 'top';
  /** `wide`: for two columns, or a long text. */
  size?: 'plain' | 'wide';
  children: ComponentChildren;
}

/**
 * The platform's modal dialog: what lies behind is inert, and the focus returns to where it was. It is open as long as it
 * is rendered.
 */
export function Dialog({ title, onClose, place = 'middle', size = 'plain', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const isRendered = useRef(true);
  const id = useId();
  // Before the next key: what is typed right after the one that opens it belongs here.
  useLayoutEffect(() => {
    const dialog = ref.current!;
    const before = document.activeElement;
    show(dialog);
    return () => {
      isRendered.current = false;
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={`dialog ${place} ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // Closing is the page's to decide: what is rendered is open.
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // A second "back" of a phone closes without `cancel`.
        if (!isRendered.current) return;
        show(ref.current!);
        onClose?.();
      }}
      onKeyDown={(event) => {
        // A second Escape closes in spite of `cancel` (HTML, close watchers).
        if (isKey('close', event) && !event.defaultPrevented) {
          event.preventDefault();
          onClose?.();
        }
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && <IconButton icon="x" label={texts.close} onClick={onClose} />}
      </header>
      {children}
    </dialog>
  );
}

function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  // Not the button that closes: what one came to do.
  dialog.querySelector<HTMLElement>('input, select, textarea, .dialog-actions button')?.focus();
}
