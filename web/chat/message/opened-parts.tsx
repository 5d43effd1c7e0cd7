import type { ComponentType } from 'preact';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { chat } from '../data/chat.ts';
import { type OpenedKind, opened, type PartProps } from './opened.ts';

const LOAD: Readonly<Record<OpenedKind, () => Promise<ComponentType<PartProps>>>> = {
  delete: async () => (await import('./dialogs/delete-dialog.tsx')).DeleteMessageDialog,
  'delete-topic': async () => (await import('./dialogs/delete-dialog.tsx')).DeleteTopicDialog,
  history: async () => (await import('./dialogs/history-dialog.tsx')).HistoryDialog,
  move: async () => (await import('./dialogs/move-dialog.tsx')).MoveDialog,
  picker: async () => (await import('./emoji/picker.tsx')).ReactionPicker,
  picture: async () => (await import('./picture/lightbox.tsx')).Lightbox,
  playgrounds: async () => (await import('./html/playground-card.tsx')).PlaygroundCard,
  reactions: async () => (await import('./dialogs/reactions-dialog.tsx')).ReactionsDialog,
  receipts: async () => (await import('./dialogs/receipts-dialog.tsx')).ReceiptsDialog,
  remind: async () => (await import('./dialogs/remind-dialog.tsx')).RemindDialog,
  report: async () => (await import('./dialogs/report-dialog.tsx')).ReportDialog,
  source: async () => (await import('./dialogs/source-dialog.tsx')).SourceDialog,
};

/** Draws the part that is open over the list. It is loaded when it is first needed, and closes with the message. */
export function OpenedParts() {
  const part = opened.value;
  if (!part || !chat.value.state.messages.has(part.messageId)) return null;
  const { kind, messageId, address } = part;
  return <Lazy key={`${kind} ${messageId}`} load={LOAD[kind]} props={{ messageId, address }} />;
}
