import { signal } from '@preact/signals';
import type { Conversation } from '../../store/chat/conversation.ts';

/** A message of which the composer is to write a quote. */
export interface QuoteIntent {
  messageId: number;
  /** Selected part of its text; undefined: all of it. */
  selection?: string | undefined;
  /** Conversation of the quote; undefined: the open one. */
  to?: Conversation | undefined;
  /** True to ask for the conversation: a message is forwarded. */
  asks?: boolean;
}

/** Set by the list, and taken (set to undefined) by the composer. */
export const quoteIntent = signal<QuoteIntent | undefined>(undefined);

/** Message whose text is being edited, in the place of its row's text. */
export const editedMessage = signal<number | undefined>(undefined);

/** Opens the editor in the row of a message. */
export function startEdit(messageId: number): void {
  editedMessage.value = messageId;
}

/**
 * Texts of editors that were left without saving, by message: the list takes rows away that are scrolled off.
 * `original`: Markdown that is edited.
 */
export const unsavedEdits = new Map<number, { original: string; text: string }>();

export function endEdit(): void {
  editedMessage.value = undefined;
}

/** A refused message that the composer takes back into its field. */
export const reopenedText = signal<{ conversation: Conversation; text: string } | undefined>(undefined);

/** Number of times that the person marked messages as unread: open lists read nothing by themselves from then on. */
export const markedUnread = signal(0);

/** Person whose card is to be shown beside an element. */
export const personIntent = signal<{ userId: number; beside: HTMLElement } | undefined>(undefined);

/** Kind of conversation that a button asks to start; taken (set to undefined) by the composer. */
export const startIntent = signal<'topic' | 'direct' | undefined>(undefined);

/** Whether the person's own status is to be set. */
export const isStatusAsked = signal(false);
