import { useId, useRef, useState } from 'preact/hooks';
import type { KeyName } from '../keys.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { KeyCaps } from './key-caps.tsx';
import './menu.css';
import { focusStep } from './roving.ts';

export interface MenuItem {
  label: string;
  icon?: IconName;
  /** Cannot be taken back. */
  danger?: boolean;
  /** Key that does the same. */
  keys?: KeyName;
  /** For one that is on or off: which. */
  checked?: boolean;
  /** Whether a line separates it from what is above. */
  isApart?: boolean;
  /** Why it cannot be chosen now. */
  unavailable?: string;
  /** Second line: a limit, an amount. */
  hint?: string;
  /** For a link: where it leads. */
  href?: string;
  /** Whether the link leads to where one is. */
  isHere?: boolean;
  choose?(): void;
}

interface MenuProps {
  /** Label of the button. */
  label: string;
  icon?: IconName;
  /** A function is called while the menu is open: its items follow the signals that it reads. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  size?: 'small' | 'plain';
  /** Key that opens it; the tooltip shows it. */
  keys?: KeyName;
}

const ITEMS = '[role^=menuitem]';

/** A button and what it offers: the platform's popover, placed at its anchor, closed by Escape and by a click elsewhere. */
export function Menu({ label, icon = 'ellipsis', items, size = 'plain', keys }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const close = () => popover.current!.hidePopover();
  const offered = typeof items !== 'function' ? items : open ? items() : [];
  return (
    <span class="menu-anchor" ref={button}>
      <IconButton {...{ icon, label, size, keys }} popovertarget={id} aria-haspopup="menu" aria-expanded={open} />
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        class="menu"
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={(event) => {
          // What was chosen may have taken the menu itself away: it is told of its closing afterwards.
          if (!popover.current) return;
          const opened = event.newState === 'open';
          setOpen(opened);
          if (opened) popover.current.querySelector<HTMLElement>(ITEMS)?.focus();
          else if (popover.current.contains(document.activeElement)) button.current!.querySelector('button')!.focus();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') close();
          else focusStep(event, popover.current!, ITEMS);
        }}
      >
        {offered.map((item) => {
          const what = (
            <>
              {item.checked ? <Icon name="check" /> : item.icon ? <Icon name={item.icon} /> : <span class="icon" />}
              <span class="grow">
                {item.label}
                {(item.unavailable ?? item.hint) && <span class="hint">{item.unavailable ?? item.hint}</span>}
              </span>
              {item.keys && (
                <span aria-hidden="true">
                  <KeyCaps of={item.keys} />
                </span>
              )}
            </>
          );
          if (item.href !== undefined)
            return (
              <a
                key={item.label}
                role="menuitem"
                tabIndex={-1}
                class="menu-item"
                href={item.href}
                aria-current={item.isHere ? 'page' : undefined}
                onClick={close}
              >
                {what}
              </a>
            );
          return (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a menuitemcheckbox is given it
            <button
              key={item.label}
              type="button"
              role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={item.checked}
              tabIndex={-1}
              class={`menu-item${item.danger ? ' bad' : ''}${item.isApart ? ' apart' : ''}`}
              aria-disabled={item.unavailable ? true : undefined}
              onClick={() => {
                if (item.unavailable) return;
                close();
                button.current!.querySelector('button')!.focus();
                item.choose?.();
              }}
            >
              {what}
            </button>
          );
        })}
      </div>
    </span>
  );
}
