import { useRef } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { inbox } from '../../store/chat/select/inbox.ts';
import { chat } from '../data/chat.ts';
import { markRead } from '../data/mark-read.ts';
import { unread } from '../data/unread.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { useRoving } from '../parts/use-roving.ts';
import { words as chatWords } from '../texts/index.ts';
import { FirstWeek } from './first-week.tsx';
import { ChannelGroup, DirectGroup } from './group.tsx';
import './inbox.css';
import { inboxWords as words } from './texts/index.ts';

/** Unread messages by conversation: worked off by arrows and Enter. */
export function InboxScreen() {
  const list = useRef<HTMLDivElement>(null);
  useRoving(list, '.inbox-head, .inbox-link', { isBegun: true });
  const { direct, channels } = inbox(chat.value.state, unread.value);
  const isEmpty = direct.length === 0 && channels.length === 0;
  return (
    <section class="screen">
      <ScreenHead
        title={chatWords.screens.inbox}
        text={isEmpty ? undefined : words.lead({ count: unread.value.total })}
      >
        {!isEmpty && (
          <span class="icon-when-narrow">
            <Button kind="quiet" icon="check-check" onClick={() => void markRead({ kind: 'all' })}>
              {words.readAll}
            </Button>
          </span>
        )}
      </ScreenHead>
      <div class="screen-body" ref={list}>
        <FirstWeek />
        {isEmpty ? (
          <Empty level={2} icon="check" title={words.empty.title} text={words.empty.text}>
            <a class="button" href="/chat/recent">
              {words.empty.recent}
            </a>
          </Empty>
        ) : (
          <>
            <DirectGroup direct={direct} />
            {channels.map((each) => (
              <ChannelGroup key={each.channelId} {...each} />
            ))}
          </>
        )}
      </div>
    </section>
  );
}
