import { signal } from '@preact/signals';

/** Message whose text is being edited, in the place of its row's text. */
export const editedMessage = signal<number | undefined>(undefined);

/** Opens the editor in the row of a message. */
export function startEdit(messageId: number): void {
  editedMessage.value = messageId;
}

export function endEdit(): void {
  editedMessage.value = undefined;
}

/** Number of times that the person marked messages as unread: open lists read nothing by themselves from then on. */
export const markedUnread = signal(0);

/** Person whose card is to be shown beside an element. */
export const personIntent = signal<{ userId: number; beside: HTMLElement } | undefined>(undefined);
