import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import { Lazy } from '../../shared/ui/lazy.tsx';
import type { ChatState } from '../../store/chat/state.ts';
import { chat, hasState } from '../data/chat.ts';
import { userSettings } from '../data/settings.ts';
import { unread } from '../data/unread.ts';
import { type Screen, screens } from '../screens.ts';
import { words as chatWords } from '../texts/index.ts';
import { LeftRow } from './row.tsx';
import { Section } from './section.tsx';
import { leftWords as words } from './texts/index.ts';
import { isViewPinned } from './view-fold.ts';

const loadDialog = async () => (await import('./views/views-dialog.tsx')).ViewsDialog;
const loadOwn = async () => (await import('./views/own-rows.tsx')).OwnRows;

/** Nothing is known of the person's own yet. */
const NOTHING: ChatState['navigationViews'] = new Map();

/** The views above the conversations: those that the person wants above the fold, and the others. @param filter what their names contain */
export function LeftViews({ filter }: { filter: string }) {
  const [isArranging, setArranging] = useState(false);
  const [location] = useLocation();
  const known = hasState.value ? chat.value.state.navigationViews : NOTHING;
  const hasOwn = [...known.values()].some(({ name }) => name !== null);
  const views = screens.filter(({ id }) => chatWords.screens[id].toLowerCase().includes(filter));
  const [above, below] = [true, false].map((isPinned) => [
    ...views.filter(({ id }) => isViewPinned(known, id) === isPinned).map((screen) => rowOf(screen, location)),
    ...(hasOwn ? [<Lazy key="own" load={loadOwn} isQuiet props={{ filter, isPinned, location }} />] : []),
  ]);
  return (
    <>
      {above}
      <Section id="views" title={words.moreViews} isOpenAtFirst={false} isForcedOpen={filter !== ''}>
        {below}
        {hasState.value && filter === '' && (
          <button type="button" class="left-row" onClick={() => setArranging(true)}>
            <Icon name="list-checks" />
            <span class="left-name">{words.arrange}</span>
          </button>
        )}
      </Section>
      {isArranging && <Lazy load={loadDialog} isQuiet props={{ onClose: () => setArranging(false) }} />}
    </>
  );
}

function rowOf({ id, icon }: Screen, location: string) {
  const count = hasState.value ? countOf(id) : {};
  return (
    <LeftRow
      key={id}
      href={`/${id}`}
      isHere={location === `/${id}`}
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
