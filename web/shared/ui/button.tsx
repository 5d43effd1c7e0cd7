import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import type { KeyName } from '../keys.ts';
import './button.css';
import { hint } from './hint.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

interface ButtonAppearance {
  /** `primary`: the one thing that most come for. `quiet`: among many like it. `danger`: cannot be taken back. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** `small`: within a row or a sentence. `large`: the one action of an empty page, or for a thumb. */
  size?: 'small' | 'plain' | 'large';
  /** For a button that stays down: whether it is. */
  pressed?: boolean | undefined;
}

type ButtonProps = Omit<ButtonHTMLAttributes, 'class' | 'icon' | 'size'> &
  ButtonAppearance & {
    icon?: IconName;
    /** True during its action: it stays in place and ignores further clicks. */
    busy?: boolean;
    children: ComponentChildren;
  };

export function Button({
  kind = 'plain',
  size = 'plain',
  icon,
  busy = false,
  pressed,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${kind} size-${size}`}
      aria-busy={busy}
      aria-pressed={pressed}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span class="busy" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes, 'class' | 'icon' | 'size' | 'aria-label'> &
  ButtonAppearance & {
    icon: IconName;
    /** Label for screen readers and the tooltip. */
    label: string;
    /** Key that does the same; the tooltip shows it. */
    keys?: KeyName;
  };

/** A button of a drawing alone. */
export function IconButton({ kind = 'quiet', size = 'plain', icon, label, keys, pressed, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...hint(label, keys)}
      {...rest}
      class={`button ${kind} size-${size} only-icon`}
      aria-label={label}
      aria-pressed={pressed}
    >
      <Icon name={icon} />
    </button>
  );
}
