import type { ComponentChildren } from 'preact';
import { texts } from '../texts/index.ts';
import './badge.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

interface BadgeProps {
  /** `bad`: it failed. `alarm`: it fails unless somebody acts now; the only one that is filled. */
  kind?: 'plain' | 'accent' | 'good' | 'warning' | 'bad' | 'alarm';
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

interface UnreadCountProps {
  count: number;
  /** True if one of them is for you: a mention, a direct message. It is filled, the others are quiet. */
  isForYou?: boolean;
}

/** Number of unread messages; empty for none. */
export function UnreadCount({ count, isForYou = false }: UnreadCountProps) {
  if (count === 0) return null;
  return (
    <span class={isForYou ? 'badge count for-you' : 'badge count'}>
      <bdi aria-hidden="true">{count > MANY ? `${MANY}+` : count}</bdi>
      <span class="unseen">{isForYou ? texts.unreadForYou({ count }) : texts.unread({ count })}</span>
    </span>
  );
}
