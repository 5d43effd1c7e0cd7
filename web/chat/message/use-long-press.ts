import { useEffect, useRef } from 'preact/hooks';

/** A finger that rests so long asks for the menu. */
const HOLD_MS = 500;
/** A finger that goes farther scrolls. */
const STILL_PX = 10;
/** Parts that have a long press of their own, from the browser or from the page. */
const OWN = 'a[href], button, input, textarea, audio, video, [popover]';

interface LongPress {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(): void;
  onPointerCancel(): void;
  onContextMenu(event: MouseEvent): void;
}

/**
 * Opens the menu of the message that a finger rests on. It is never the only way: a tap shows the button that does the same.
 * @param activate makes a row the one whose tools are shown
 */
export function useLongPress(activate: (key: string) => void): LongPress {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined>(undefined);
  const end = () => {
    clearTimeout(held.current?.timer);
    held.current = undefined;
  };
  useEffect(() => end, []);
  return {
    onPointerDown(event) {
      end();
      const row = rowUnder(event);
      if (!row || event.pointerType !== 'touch' || !event.isPrimary) return;
      const { clientX: x, clientY: y } = event;
      const timer = setTimeout(() => {
        end();
        activate(row.dataset.row!);
        // Its tools are drawn by then.
        queueMicrotask(() => openMenu(row));
      }, HOLD_MS);
      held.current = { timer, x, y };
    },
    onPointerMove({ clientX, clientY }) {
      if (held.current && Math.hypot(clientX - held.current.x, clientY - held.current.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event) {
      // The browser's own menu comes at the same moment, where the finger is: on the message, or on the menu that has opened over it.
      const isOurs = rowUnder(event) ?? (event.target as Element).closest('[role=menu]');
      if (event instanceof PointerEvent && event.pointerType === 'touch' && isOurs) event.preventDefault();
    },
  };
}

function rowUnder({ target }: Event): HTMLElement | undefined {
  const under = target as Element;
  return under.closest(OWN) ? undefined : (under.closest<HTMLElement>('[data-message]') ?? undefined);
}

function openMenu(row: HTMLElement): void {
  row.querySelector<HTMLElement>('.message-tools [aria-haspopup=menu]')?.click();
  const lifted = (event: Event) => {
    for (const type of LIFTED) removeEventListener(type, lifted, true);
    // No click follows, which would be one elsewhere and close the menu.
    event.preventDefault();
  };
  for (const type of LIFTED) addEventListener(type, lifted, { capture: true, passive: false });
}

const LIFTED = ['touchend', 'touchcancel'] as const;
