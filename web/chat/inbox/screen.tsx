import { useRef } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { chat } from '../data/chat.ts';
import { markRead } from '../data/mark-read.ts';
import { unreadCounts } from '../data/unread-counts.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { useRoving } from '../parts/use-roving.ts';
import { words as chatWords } from '../texts/index.ts';
import { ChannelGroup, DirectGroup } from './group.tsx';
import { inboxChannels } from './groups.ts';
import './inbox.css';
import { inboxWords as words } from './texts/index.ts';

/** Unread messages by conversation: worked off by arrows and Enter. */
export function InboxScreen() {
  const list = useRef<HTMLDivElement>(null);
  useRoving(list, '.inbox-head, .inbox-link', { isBegun: true });
  const counts = unreadCounts.value;
  const channels = inboxChannels(chat.value.state, counts);
  const isEmpty = counts.direct.length === 0 && channels.length === 0;
  return (
    <section class="screen">
      <ScreenHead title={chatWords.screens.inbox} text={isEmpty ? undefined : words.lead({ count: counts.total })}>
        {!isEmpty && (
          <Button kind="quiet" icon="check-check" onClick={() => void markRead({ kind: 'all' })}>
            {words.readAll}
          </Button>
        )}
      </ScreenHead>
      <div class="screen-body" ref={list}>
        {isEmpty ? (
          <Empty level={2} icon="check" title={words.empty.title} text={words.empty.text}>
            <a class="button" href="/chat/recent">
              {words.empty.recent}
            </a>
          </Empty>
        ) : (
          <>
            <DirectGroup direct={counts.direct} />
            {channels.map((each) => (
              <ChannelGroup key={each.channelId} {...each} />
            ))}
          </>
        )}
      </div>
    </section>
  );
}
