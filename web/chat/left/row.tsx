import type { ComponentChildren } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { UnreadCount } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { leftWords as words } from './texts/index.ts';

interface LeftRowProps {
  href: string;
  /** Icon or picture before the name. */
  mark: ComponentChildren;
  name: string;
  /** True for a name that a person gave, in any script; false for one of our words. */
  isNamed?: boolean;
  unread?: number;
  /** Number of entries, where nothing of it is unread. */
  total?: number;
  /** Words after the name for screen readers. */
  note?: string | undefined;
  isMentioned?: boolean;
  /** Each message there is for the person. */
  isForYou?: boolean;
  isMuted?: boolean;
  /** Stands below another one. */
  isInner?: boolean;
}

/** One place on the left. Its name says what is unread there. */
export function LeftRow({ href, mark, name, isNamed = true, unread = 0, total = 0, ...rest }: LeftRowProps) {
  const { note, isMentioned = false, isForYou = isMentioned, isMuted, isInner } = rest;
  const [location] = useLocation();
  const kinds = ['left-row', unread > 0 && !isMuted && 'unread', isMuted && 'muted', isInner && 'inner'];
  return (
    <Link class={kinds.filter(Boolean).join(' ')} href={href} aria-current={location === href ? 'page' : undefined}>
      {mark}
      <span class="left-name" dir={isNamed ? 'auto' : undefined}>
        {name}
      </span>
      {note && <span class="unseen">{note}</span>}
      {isMuted && <span class="unseen">{words.muted}</span>}
      {isMentioned && (
        <span class="left-mention">
          <Icon name="at-sign" />
          <span class="unseen">{words.mentioned}</span>
        </span>
      )}
      {total > 0 && <span class="left-total">{total}</span>}
      <UnreadCount count={unread} isForYou={isForYou && !isMuted} />
    </Link>
  );
}
