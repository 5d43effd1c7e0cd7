import type { Narrow } from '../../store/chat/narrow.ts';
import type { QueuedChatAction } from '../../store/chat/outbox/action.ts';
import { pendingMessages } from '../../store/chat/outbox/pending.ts';
import type { ChatState } from '../../store/chat/state.ts';
import { isUntouched } from '../../store/outbox/outbox.ts';
import type { LoadedRange } from '../data/messages.ts';
import { chatOutbox } from '../data/outbox.ts';
import type { ListedMessage, PendingState } from '../message/rows.ts';
import { rowWords } from '../message/texts/index.ts';

/** Messages of a list as they are drawn: at its end those that are on their way to the server. */
export function shownMessages(state: ChatState, narrow: Narrow, range: LoadedRange): ListedMessage[] {
  const listed = listedMessages(state, range.ids);
  if (!range.foundNewest) return listed;
  const pending = pendingMessages(state, chatOutbox.value, narrow).map(({ action, message }) => ({
    key: `sent-${action.id}`,
    message,
    ...(action.stage !== 'done' && { pending: pendingState(action) }),
  }));
  return [...listed, ...pending];
}

/** Known messages by their IDs, with edits that wait. */
export function listedMessages(state: ChatState, ids: readonly number[]): ListedMessage[] {
  const edits = new Map(chatOutbox.value.flatMap((action) => editOf(action)));
  return ids.flatMap((id): ListedMessage[] => {
    const message = state.messages.get(id);
    const edit = edits.get(id);
    return message ? [{ key: keyOf(state, id), message, ...(edit && { edit }) }] : [];
  });
}

/** An edit that waits or was refused, by its message. One on its way is usually answered before one could read of it. */
function editOf(action: QueuedChatAction): [number, PendingState][] {
  const { body, stage } = action;
  if (body.kind !== 'edit' || (stage !== 'waiting' && stage !== 'refused')) return [];
  return [[body.messageId, pendingState(action)]];
}

function pendingState(action: QueuedChatAction): PendingState {
  const { id, refusal } = action;
  const sentence = refusal?.code === 'EXPECTATION_MISMATCH' ? rowWords.pendingEdit.changed : refusal?.sentence;
  return { actionId: id, refusal: sentence, isUnsent: isUntouched(action) };
}

/** A message that was sent here stays the same row when the server has taken it. */
function keyOf({ localIds }: ChatState, id: number): string {
  const localId = localIds.get(id);
  return localId === undefined ? `message-${id}` : `sent-${localId}`;
}
