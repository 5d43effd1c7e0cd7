import type { Narrow } from '../../store/chat/narrow.ts';
import { pendingMessages } from '../../store/chat/outbox/shown.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { LoadedRange } from '../data/messages.ts';
import { chatOutbox } from '../data/outbox.ts';
import type { ListedMessage } from '../message/rows.ts';

/** Messages of a list as they are drawn: at its end those that are on their way to the server. */
export function shownMessages(state: ChatState, narrow: Narrow, range: LoadedRange): ListedMessage[] {
  const listed = range.ids.flatMap((id): ListedMessage[] => {
    const message = state.messages.get(id);
    return message ? [{ key: keyOf(state, id), message }] : [];
  });
  if (!range.foundNewest) return listed;
  const pending = pendingMessages(state, chatOutbox.value, narrow).map(({ action, message }) => ({
    key: `sent-${action.id}`,
    message,
    ...(action.stage !== 'done' && { pending: { actionId: action.id, refusal: action.refusal?.sentence } }),
  }));
  return [...listed, ...pending];
}

/** A message that was sent here stays the same row when the server has taken it. */
function keyOf({ localIds }: ChatState, id: number): string {
  const localId = localIds.get(id);
  return localId === undefined ? `message-${id}` : `sent-${localId}`;
}
