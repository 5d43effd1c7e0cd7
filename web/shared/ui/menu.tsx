import { useId, useRef, useState } from 'preact/hooks';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import './menu.css';
import { focusStep } from './roving.ts';

export interface MenuItem {
  label: string;
  icon?: IconName;
  /** Cannot be taken back. */
  danger?: boolean;
  /** Why it cannot be chosen now. */
  unavailable?: string;
  /** Second line: a limit, an amount. */
  hint?: string;
  choose(): void;
}

interface MenuProps {
  /** Label of the button. */
  label: string;
  icon?: IconName;
  items: readonly MenuItem[];
}

/** A button and what it offers: the platform's popover, placed at its anchor, closed by Escape and by a click elsewhere. */
export function Menu({ label, icon = 'ellipsis', items }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const close = () => popover.current!.hidePopover();
  return (
    <span class="menu-anchor" ref={button}>
      <IconButton icon={icon} label={label} popovertarget={id} aria-haspopup="menu" aria-expanded={open} />
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        class="menu"
        onToggle={(event) => {
          // What was chosen may have taken the menu itself away: it is told of its closing afterwards.
          if (!popover.current) return;
          const opened = event.newState === 'open';
          setOpen(opened);
          if (opened) popover.current.querySelector<HTMLElement>('[role=menuitem]')?.focus();
          else if (popover.current.contains(document.activeElement)) button.current!.querySelector('button')!.focus();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') close();
          else focusStep(event, popover.current!, '[role=menuitem]');
        }}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            class={item.danger ? 'menu-item bad' : 'menu-item'}
            aria-disabled={item.unavailable ? true : undefined}
            onClick={() => {
              if (item.unavailable) return;
              close();
              button.current!.querySelector('button')!.focus();
              item.choose();
            }}
          >
            {item.icon ? <Icon name={item.icon} /> : <span class="icon" />}
            <span>
              {item.label}
              {(item.unavailable ?? item.hint) && <span class="hint">{item.unavailable ?? item.hint}</span>}
            </span>
          </button>
        ))}
      </div>
    </span>
  );
}
