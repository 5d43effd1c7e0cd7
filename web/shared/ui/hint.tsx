import { useEffect, useRef, useState } from 'preact/hooks';
import { ariaKeysOf, type KeyName } from '../keys.ts';
import './hint.css';
import { KeyCaps } from './key-caps.tsx';

/** Long enough that a pointer on its way elsewhere brings up nothing. */
const REST_MS = 450;
/** The way from a control to its tooltip; a tooltip that opens within it opens at once. */
const LEAVE_MS = 150;

/** Returns the attributes of a control with a tooltip. `Hints` shows it; its name is the control's own. */
export function hint(text: string, keys?: KeyName) {
  return { 'data-hint': text, 'data-hint-keys': keys, 'aria-keyshortcuts': keys && ariaKeysOf(keys) };
}

/**
 * The one tooltip of a page: what a control does, and by which key, where the pointer rests or the focus comes by a key. It
 * stays while the pointer is on it, and goes at Escape (WCAG 1.4.13). A list of a thousand buttons has no element more.
 */
export function Hints() {
  const [control, setControl] = useState<HTMLElement>();
  const timer = useRef(0);
  /** Counts what was shown: two controls may say the same. */
  const number = useRef(0);
  const shown = useRef<HTMLElement | undefined>(undefined);
  shown.current = control;
  useEffect(() => {
    const set = (next: HTMLElement | undefined, after: number) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        number.current++;
        setControl(next?.isConnected ? next : undefined);
      }, after);
    };
    const over = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      if (target.closest('.tip')) return clearTimeout(timer.current);
      const next = target.closest<HTMLElement>('[data-hint]') ?? undefined;
      // A page that scrolls under a resting pointer takes nothing away from who works by keyboard.
      if (!next && document.activeElement?.matches('[data-hint]:focus-visible')) return;
      if (next === shown.current) clearTimeout(timer.current);
      else set(next, next && !shown.current ? REST_MS : LEAVE_MS);
    };
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('[data-hint]:focus-visible')) set(target, REST_MS);
    };
    const away = () => set(undefined, 0);
    // What is to open next stays: the focus may have come with the scrolling.
    const scroll = () => setControl(undefined);
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') away();
    };
    const listeners = {
      pointerover: over,
      focusin: focus,
      focusout: away,
      pointerdown: away,
      keydown: key,
      scroll,
    };
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name, listener as EventListener, { capture: true, passive: true });
    return () => {
      clearTimeout(timer.current);
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener as EventListener, { capture: true });
    };
  }, []);
  if (!control) return null;
  const { hint: text, hintKeys } = control.dataset;
  return (
    <div
      key={number.current}
      class="tip"
      popover="manual"
      aria-hidden="true"
      ref={(tip) => {
        if (tip && !tip.matches(':popover-open')) tip.showPopover({ source: control });
      }}
    >
      <span dir="auto">{text}</span>
      {hintKeys && <KeyCaps of={hintKeys as KeyName} />}
    </div>
  );
}
