import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import './button.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

type ButtonProps = Omit<ButtonHTMLAttributes, 'class' | 'icon'> & {
  /** `primary`: the one thing that most come for. `quiet`: among many like it. `danger`: cannot be taken back. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
  /** True during its action: it stays in place and ignores further clicks. */
  busy?: boolean;
  children: ComponentChildren;
};

export function Button({ kind = 'plain', icon, busy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${kind}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span class="busy" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'aria-label' | 'busy'> & {
  icon: IconName;
  /** Label for screen readers and the tooltip. */
  label: string;
};

/** A button of a drawing alone. */
export function IconButton({ kind = 'quiet', icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} class={`button ${kind} only-icon`} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
