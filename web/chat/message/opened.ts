import { signal } from '@preact/signals';

/** Parts that a message's menu opens over the list; each is loaded on its own. */
export type OpenedKind =
  | 'delete'
  | 'delete-topic'
  | 'move'
  | 'picker'
  | 'picture'
  | 'reactions'
  | 'remind'
  | 'report'
  | 'source';

export interface PartProps {
  messageId: number;
  /** Address of the picture. */
  address?: string | undefined;
}

export interface Opened {
  kind: OpenedKind;
  messageId: number;
  /** Address of the picture. */
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
