import { Lazy } from '../../shared/ui/lazy.tsx';
import { closePane, loadPane, paneTopic } from '../data/chat-pane.ts';

/** The topic of the open task in the chat, between the screen and the sheet. Its code comes when it is first opened. */
export function ChatPane() {
  const topic = paneTopic.value;
  return topic ? <Lazy load={loadPane} isQuiet props={{ ...topic, onClose: closePane }} /> : null;
}
