import type { ComponentChildren } from 'preact';
import { UnreadCount } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { isUnfolded, setUnfolded } from '../data/folds.ts';
import { userSettings } from '../data/settings.ts';

interface SectionProps {
  id: string;
  title: string;
  /** Named by a person, in any script. */
  isNamed?: boolean;
  isOpenAtFirst?: boolean;
  /** Open whatever was chosen: the person looks for something. */
  isForcedOpen?: boolean;
  /** Unread messages in it, shown while it is folded. */
  unread?: number;
  children: ComponentChildren;
}

/** A foldable part of the left side. */
export function Section({ id, title, isNamed, isOpenAtFirst, isForcedOpen, unread = 0, children }: SectionProps) {
  const key = `left ${id}`;
  const isOpen = isForcedOpen || isUnfolded(key, isOpenAtFirst);
  return (
    <div class="left-section">
      <h2>
        <button type="button" class="left-head" aria-expanded={isOpen} onClick={() => setUnfolded(key, !isOpen)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span dir={isNamed ? 'auto' : undefined}>{title}</span>
          {!isOpen && unread > 0 && userSettings().web_left_sidebar_unreads_count_summary && (
            <UnreadCount count={unread} />
          )}
        </button>
      </h2>
      {isOpen && children}
    </div>
  );
}
