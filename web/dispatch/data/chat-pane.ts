import { signal } from '@preact/signals';
import { readStored, writeStored } from './stored.ts';

/** Topic of the chat that is open beside a task's sheet. */
interface PaneTopic {
  taskId: string;
  channelId: number;
  topic: string;
  /** Number of times that somebody asked to write in it. */
  writes: number;
}

export const paneTopic = signal<PaneTopic | undefined>(undefined);

const STORED = 'chat-pane';

/** Whether the person had the chat open beside the last task that they looked at. */
export const wantsPane = (): boolean => readStored<{ isOpen: boolean }>(STORED)?.isOpen ?? false;

/** Notes that the chat opens with each task's sheet from now on. */
export const openPane = (): void => writeStored(STORED, { isOpen: true });

/** Closes the chat beside the sheet, for the next tasks too. */
export function closePane(): void {
  writeStored(STORED, { isOpen: false });
  paneTopic.value = undefined;
}

/** Shows a topic beside the sheet; undefined: none. @param writes whether its composer gets the focus */
export function showTopic(topic: Omit<PaneTopic, 'writes'> | undefined, writes = false): void {
  const before = paneTopic.peek()?.writes ?? 0;
  paneTopic.value = topic && { ...topic, writes: writes ? before + 1 : before };
  // At once where it is there already: the next keys are meant for it.
  if (writes) document.querySelector<HTMLElement>('.chat-pane textarea')?.focus();
}

/** Takes away what the chat has stored in this browser; undefined until it was open here. */
let leave: (() => Promise<void>) | undefined;

/** Loads the chat's own conversation. */
export async function loadPane() {
  const { ConversationPane, leavePane } = await import('../../chat/pane/conversation-pane.tsx');
  leave = leavePane;
  return ConversationPane;
}

export const leaveChatPane = async (): Promise<void> => leave?.();
