import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isKey } from '../keys.ts';
import './card.css';

interface PopoverCardProps {
  /** Element that the card is about; it opens beside it. */
  anchor: HTMLElement;
  label: string;
  onClose(): void;
  children: ComponentChildren;
}

/**
 * A card beside what it tells of: a person, a message's readers. It is open as long as it is rendered; Escape and a click
 * elsewhere close it, and the focus returns.
 */
export function PopoverCard({ anchor, label, onClose, children }: PopoverCardProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const card = ref.current!;
    card.showPopover({ source: anchor });
    card.querySelector<HTMLElement>('button, a, input')?.focus();
    return () => {
      if (card.contains(document.activeElement) && anchor.isConnected) anchor.focus();
    };
  }, [anchor]);
  return (
    <div
      ref={ref}
      class="popover-card"
      popover="auto"
      role="dialog"
      aria-label={label}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={(event) => {
        // The page's own "back" is not meant.
        if (!isKey('close', event)) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </div>
  );
}
