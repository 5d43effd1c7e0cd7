import { Icon } from '../../shared/ui/icon.tsx';
import { chat, hasState } from '../data/chat.ts';
import { userSettings } from '../data/settings.ts';
import { unread } from '../data/unread.ts';
import { type Screen, screens } from '../screens.ts';
import { words as chatWords } from '../texts/index.ts';
import { LeftRow } from './row.tsx';
import { Section } from './section.tsx';
import { leftWords as words } from './texts/index.ts';

/** Views that are looked at less often stand folded below the others. */
const RARE: ReadonlySet<string> = new Set(['reactions', 'own', 'scheduled', 'reminders', 'settings']);

/** The views above the conversations. @param filter what their names contain */
export function LeftViews({ filter }: { filter: string }) {
  const found = screens.filter(({ id }) => chatWords.screens[id].toLowerCase().includes(filter));
  const rare = found.filter(({ id }) => RARE.has(id));
  return (
    <>
      {found.filter(({ id }) => !RARE.has(id)).map(rowOf)}
      {rare.length > 0 && (
        <Section id="views" title={words.moreViews} isOpenAtFirst={false} isForcedOpen={filter !== ''}>
          {rare.map(rowOf)}
        </Section>
      )}
    </>
  );
}

function rowOf({ id, icon }: Screen) {
  const count = hasState.value ? countOf(id) : {};
  return (
    <LeftRow
      key={id}
      href={`/${id}`}
      mark={<Icon name={icon} />}
      name={chatWords.screens[id]}
      isNamed={false}
      {...count}
    />
  );
}

/** Returns what a view's row counts: unread messages, or the number of entries. */
function countOf(id: Screen['id']): { unread?: number; total?: number; isForYou?: boolean } {
  const { state } = chat.value;
  switch (id) {
    case 'inbox':
      return { unread: unread.value.total };
    case 'mentions':
      return { unread: unread.value.mentions, isForYou: true };
    case 'starred':
      return { total: userSettings().starred_message_counts ? state.starred.size : 0 };
    case 'drafts':
      return { total: state.drafts.size };
    case 'scheduled':
      return { total: state.scheduledMessages.size };
    case 'reminders':
      return { total: state.reminders.size };
    default:
      return {};
  }
}
