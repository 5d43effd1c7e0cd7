import type { Narrow } from '../../store/chat/narrow.ts';
import { chat } from '../data/chat.ts';
import { type LoadedRange, lookAt } from '../data/messages.ts';
import { MessageRows } from './message-rows.tsx';
import { shownMessages } from './shown.ts';
import { listWords } from './texts/index.ts';
import type { OpenList } from './use-messages.ts';

interface FeedProps {
  narrow: Narrow;
  near: number | undefined;
  autoFocus: boolean;
  list: OpenList;
  range: LoadedRange;
}

/** Messages of a narrow, as far as they are loaded. */
export function Feed({ narrow, near, autoFocus, list, range }: FeedProps) {
  const { firstUnread, isLoading, more, toNewest } = list;
  const { foundOldest, foundNewest } = range;
  return (
    <MessageRows
      {...{ narrow, near, autoFocus, firstUnread, isLoading, more, toNewest, foundOldest, foundNewest }}
      listed={shownMessages(chat.value.state, narrow, range)}
      hasPlaces={narrow.kind !== 'topic' && narrow.kind !== 'direct'}
      onLook={(id) => lookAt(narrow, id)}
      beginning={hasBeginning(narrow) && <p class="message-begin">{listWords.begin}</p>}
    />
  );
}

const hasBeginning = ({ kind }: Narrow) => kind === 'topic' || kind === 'direct' || kind === 'channel';
