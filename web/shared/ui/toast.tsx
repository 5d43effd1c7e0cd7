import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/index.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import './toast.css';

/** Success, something that was not done, and something that was taken back: each has a look of its own. */
type ToastKind = 'done' | 'refused' | 'undone';

const ICONS = { done: 'circle-check', refused: 'circle-alert', undone: 'undo-2' } as const;

interface Toast {
  id: number;
  text: string;
  kind: ToastKind;
  action?: ToastAction | undefined;
}

/** Action in a toast. */
interface ToastAction {
  label: string;
  run(): void;
}

/** Long enough to read and to reach; while the pointer or the focus is on it, it stays. */
const SHOWN_MS = 10_000;
/** The oldest go first. */
const MAX_TOASTS = 3;

const toasts = signal<readonly Toast[]>([]);
let last = 0;

/**
 * Tells what was done, where the place itself does not show it; with a way back, where there is one, or with what else can be
 * done about it.
 * @returns its number, for `dismissToast`
 */
export function showToast(text: string, action?: (() => void) | ToastAction, kind: ToastKind = 'done'): number {
  const given = typeof action === 'function' ? { label: texts.undo, run: action } : action;
  toasts.value = [...toasts.value, { id: ++last, text, kind, action: given }].slice(-MAX_TOASTS);
  return last;
}

/** Takes a toast away whose sentence or action no longer holds. */
export function dismissToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** The one place of a page where they appear, told politely to whoever listens. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </div>
  );
}

function ToastCard({ id, text, kind, action }: Toast) {
  const ref = useRef<HTMLDivElement>(null);
  /** Element that had the focus before. */
  const before = useRef<EventTarget | null>(null);
  const close = () => {
    if (ref.current!.contains(document.activeElement) && before.current instanceof HTMLElement) before.current.focus();
    dismissToast(id);
  };
  useEffect(() => {
    const timer = setInterval(() => {
      if (!ref.current!.matches(':hover, :focus-within')) dismissToast(id);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [id]);
  return (
    <div
      ref={ref}
      class={`toast ${kind}`}
      role={kind === 'refused' ? 'alert' : undefined}
      onFocusIn={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && ref.current!.contains(relatedTarget)) return;
        before.current = relatedTarget;
      }}
    >
      <Icon name={ICONS[kind]} />
      <span dir="auto">{text}</span>
      {action && (
        <Button
          kind="quiet"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="x" label={texts.close} onClick={close} />
    </div>
  );
}
