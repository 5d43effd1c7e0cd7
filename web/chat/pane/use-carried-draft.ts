import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import { changeDraft, drafts } from '../composer/drafts.ts';

/**
 * Keeps the text that is being written, and the caret in it, when the topic of a task is renamed or moved while it is open:
 * its composer is another one then. Without the caret the next keys would be the page's.
 * @param pane element around the composer
 */
export function useCarriedDraft(taskId: string, conversation: Conversation, pane: RefObject<HTMLElement | null>): void {
  const key = conversationKey(conversation);
  const last = useRef({ taskId, conversation, key });
  const isMoved = last.current.taskId === taskId && last.current.key !== key;
  const field = isMoved ? pane.current?.querySelector('textarea') : undefined;
  const caret = field && field === document.activeElement && ([field.selectionStart, field.selectionEnd] as const);
  // While it is rendered: the new composer begins with the text.
  if (isMoved) carry(last.current.conversation, conversation);
  last.current = { taskId, conversation, key };
  useLayoutEffect(() => {
    const next = caret && pane.current!.querySelector('textarea');
    if (!next) return;
    next.focus();
    next.setSelectionRange(...caret);
  }, [key]);
}

/** A text that is there already stays; the other one is found among the drafts. */
function carry(from: Conversation, to: Conversation): void {
  const text = drafts().textOf(from);
  if (text === '' || drafts().textOf(to) !== '') return;
  changeDraft(to, text);
  changeDraft(from, '');
}
