import { useEffect } from 'preact/hooks';
import { failureOf } from '../../shared/session/use-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import type { Narrow } from '../../store/chat/narrow.ts';
import { noteScreenDrawn } from '../data/first-screen.ts';
import { startIntent } from '../data/intents.ts';
import { Feed } from './feed.tsx';
import { listWords } from './texts/index.ts';
import { useMessages } from './use-messages.ts';

interface MessageListProps {
  narrow: Narrow;
  /** Message that an address leads to. */
  near?: number | undefined;
  /** Whether the keys of the list work at once. */
  autoFocus?: boolean;
}

/** Messages of a narrow: opened at the linked message, else at the first unread one, else at the end. */
export function MessageList({ narrow, near, autoFocus = false }: MessageListProps) {
  const list = useMessages(narrow, near);
  const { range, failure, retry } = list;
  const isSettled = range !== undefined || failure !== undefined;
  useEffect(() => {
    if (isSettled) noteScreenDrawn();
  }, [isSettled]);
  if (!range && failure) return <Failure {...failureOf(failure)} onRetry={retry} />;
  if (!range) return <Loading rows={12} />;
  if (range.ids.length === 0 && range.foundOldest && range.foundNewest) return <Nothing narrow={narrow} />;
  return <Feed {...{ narrow, near, autoFocus, list, range }} />;
}

function Nothing({ narrow }: { narrow: Narrow }) {
  const { empty } = listWords;
  switch (narrow.kind) {
    case 'topic':
    case 'direct':
      return <Empty level={2} icon="message-circle" title={empty.conversation} text={empty.conversationText} />;
    case 'mentions':
      return <Empty level={2} icon="at-sign" title={empty.mentions} text={empty.mentionsText} />;
    case 'starred':
      return <Empty level={2} icon="star" title={empty.starred} text={empty.starredText} />;
    case 'reactions':
      return <Empty level={2} icon="smile" title={empty.reactions} text={empty.reactionsText} />;
    case 'search':
      return <Empty level={2} icon="search" title={empty.search} text={empty.searchText} />;
    case 'own':
      return <Empty level={2} icon="user" title={empty.own} text={empty.ownText} />;
    default:
      return (
        <Empty level={2} icon="message-circle" title={empty.conversation} text={empty.feedText}>
          <Button icon="pen-line" onClick={() => (startIntent.value = 'topic')}>
            {empty.start}
          </Button>
        </Empty>
      );
  }
}
