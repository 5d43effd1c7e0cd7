import type { ChatState } from '../../store/chat/state.ts';
import type { Screen } from '../screens.ts';

/** Our views that other clients have too, by their part of the address there (`src/chat/navigation-views`). */
export const FRAGMENTS: Readonly<Partial<Record<Screen['id'], string>>> = {
  inbox: 'inbox',
  recent: 'recent',
  all: 'feed',
  mentions: 'narrow/is/mentioned',
  starred: 'narrow/is/starred',
  drafts: 'drafts',
  reactions: 'narrow/has/reaction/sender/me',
  scheduled: 'scheduled',
  reminders: 'reminders',
};

/** Views that are looked at less often stand folded below the others, unless the person wants them above. */
const RARE: ReadonlySet<string> = new Set(['reactions', 'own', 'scheduled', 'reminders', 'settings']);

/** Whether a view stands above the fold. */
export function isViewPinned(views: ChatState['navigationViews'], id: Screen['id']): boolean {
  return views.get(FRAGMENTS[id] ?? '')?.is_pinned ?? !RARE.has(id);
}
