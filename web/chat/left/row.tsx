import type { ComponentChildren } from 'preact';
import { UnreadCount } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { BASE } from '../addresses.ts';
import { leftWords as words } from './texts/index.ts';

interface LeftRowProps {
  /** Address below `/chat`. */
  href: string;
  /** Whether one is there. */
  isHere: boolean;
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

/**
 * One place on the left. Its name says what is unread there. There may be hundreds: a row follows neither the address nor a
 * state by itself, and its clicks are those of the list (`useLeftLinks`).
 */
export function LeftRow({ href, isHere, mark, name, isNamed = true, unread = 0, total = 0, ...rest }: LeftRowProps) {
  const { note, isMentioned = false, isForYou = isMentioned, isMuted, isInner } = rest;
  const kinds = ['left-row', unread > 0 && !isMuted && 'unread', isMuted && 'muted', isInner && 'inner'];
  return (
    <a
      class={kinds.filter(Boolean).join(' ')}
      href={BASE + href}
      aria-current={isHere ? 'page' : undefined}
      tabIndex={-1}
    >
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
    </a>
  );
}
