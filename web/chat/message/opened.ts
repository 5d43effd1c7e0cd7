import { signal } from '@preact/signals';

/** Parts that a message's menu opens over the list; each is loaded on its own. */
export type OpenedKind =
  | 'delete'
  | 'delete-topic'
  | 'history'
  | 'move'
  | 'picker'
  | 'picture'
  | 'playgrounds'
  | 'reactions'
  | 'receipts'
  | 'remind'
  | 'report'
  | 'source';

export interface PartProps {
  messageId: number;
  /** Address of the picture; number of the code block's button. */
  address?: string | undefined;
}

export interface Opened {
  kind: OpenedKind;
  messageId: number;
  /** Address of the picture; number of the code block's button. */
  address?: string;
}

/** Part that is open over the list; one at a time. */
export const opened = signal<Opened | undefined>(undefined);

export function openPart(kind: OpenedKind, messageId: number, address?: string): void {
  opened.value = address === undefined ? { kind, messageId } : { kind, messageId, address };
}

export function closeOpened(): void {
  opened.value = undefined;
}
