import type { Narrow } from '../../store/chat/narrow.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { LoadedRange } from '../data/messages.ts';
import type { ListedMessage } from '../message/rows.ts';

/** Messages of a list as they are drawn. */
export function shownMessages(state: ChatState, _narrow: Narrow, range: LoadedRange): ListedMessage[] {
  return range.ids.flatMap((id) => {
    const message = state.messages.get(id);
    return message ? [{ key: `message-${id}`, message }] : [];
  });
}
