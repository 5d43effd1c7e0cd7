import { signal } from '@preact/signals';
import { request } from '../../shared/session/session.ts';
import type { Conversation } from '../../store/chat/state.ts';
import type { Message } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { drafts } from './drafts.ts';
import { quoteOf } from './references.ts';
import { composerWords as words } from './texts/index.ts';

/** The composer that is on the screen. */
interface Shown {
  /** Puts a text at the caret and gives the field the focus. */
  insert(text: string): void;
  focus(): void;
}

let shown: Shown | undefined;

/** A composer is on the screen from now on. @returns it is no more */
export function showComposer(composer: Shown): () => void {
  shown = composer;
  return () => {
    if (shown === composer) shown = undefined;
  };
}

/** Gives the composer on the screen the focus. @returns whether there is one */
export function focusComposer(): boolean {
  shown?.focus();
  return shown !== undefined;
}

/** Text that is to be sent to a conversation that is still to be chosen. */
export const forwarded = signal<string>();

/** Returns a message's Markdown. @throws {Refusal} */
async function sourceOf(message: Message): Promise<string> {
  const path = `/api/v1/messages/${message.id}?apply_markdown=false`;
  return (await request<{ message: Message }>(path)).message.content;
}

/**
 * Quotes a message in the composer on the screen. Where there is none, the quote asks for a conversation.
 * @param selected what somebody has selected of it; otherwise all of it
 */
export async function insertQuote(message: Message, selected?: string): Promise<void> {
  const quote = quoteOf(chat.value.state, message, selected?.trim() || (await sourceOf(message)), words.said);
  if (shown) shown.insert(quote);
  else forwarded.value = quote;
}

/** Quotes a message in another conversation, which is asked for. */
export async function forwardMessage(message: Message): Promise<void> {
  forwarded.value = quoteOf(chat.value.state, message, await sourceOf(message), words.said);
}

/** Puts a text after what is written in a conversation, on the screen or not. */
export function addToDraft(conversation: Conversation, text: string): void {
  const before = drafts().textOf(conversation);
  drafts().write(conversation, before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`);
}
