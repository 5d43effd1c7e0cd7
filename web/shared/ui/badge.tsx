import type { ComponentChildren } from 'preact';
import { texts } from '../texts/index.ts';
import './badge.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

interface BadgeProps {
  kind?: 'plain' | 'accent' | 'good' | 'warning' | 'bad';
  /** A state is never told by colour alone. */
  icon?: IconName;
  children: ComponentChildren;
}

/** A state in a word. */
export function Badge({ kind = 'plain', icon, children }: BadgeProps) {
  return (
    <span class={`badge ${kind}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** From here on the number says no more than "many". */
const MANY = 999;

/** Number of unread messages; empty for none. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span class="badge count">
      <bdi aria-hidden="true">{count > MANY ? `${MANY}+` : count}</bdi>
      <span class="unseen">{texts.unread({ count })}</span>
    </span>
  );
}
