import type { Conversation } from '../../store/chat/conversation.ts';
import { chat } from '../data/chat.ts';
import type { QuoteIntent } from '../data/intents.ts';
import { markdownOf } from '../data/message-source.ts';
import { changeDraft, drafts } from './drafts.ts';
import { quoteOf } from './references.ts';
import { composerWords as words } from './texts/index.ts';

/** The composer that is on the screen. */
interface ShownComposer {
  conversation: Conversation;
  focus(): void;
  /** Puts a text on lines of its own at the caret, and gives the field the focus. */
  insert(text: string): void;
  /** Changes a part of the text, if it is still there. */
  replace(before: string, after: string): void;
}

let shown: ShownComposer | undefined;
/** The next composer gets the focus as soon as it is on the screen. */
let isWanted = false;

/** Makes a composer the one on the screen. @returns ends it */
export function showComposer(composer: ShownComposer): () => void {
  shown = composer;
  // After the dialog that asked for the place: its end gives the focus back to where it was.
  if (isWanted) setTimeout(() => shown === composer && composer.focus());
  isWanted = false;
  return () => {
    if (shown === composer) shown = undefined;
  };
}

/** Gives the focus to the composer of the conversation that is gone to. */
export function focusNextComposer(): void {
  isWanted = true;
}

/** Returns the composer on the screen, if there is one. */
export const shownComposer = () => shown;

/** Returns the quote of what somebody has selected of a message, or of all of it. @throws {Refusal} */
export async function quoteFor({ messageId, selection }: QuoteIntent): Promise<string> {
  const { state } = chat.peek();
  const message = state.messages.get(messageId);
  if (!message) return '';
  return quoteOf(state, message, selection ?? (await markdownOf(messageId)), words.said);
}

/** Puts a text after what is written in a conversation, on the screen or not. */
export function addToDraft(conversation: Conversation, text: string): void {
  const before = drafts().textOf(conversation);
  changeDraft(conversation, before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`);
}
