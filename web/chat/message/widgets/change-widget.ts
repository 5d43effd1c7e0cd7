import { countOwnChanges } from '../../../store/chat/widgets/own-changes.ts';
import type { WidgetChange } from '../../../store/chat/widgets/widget-change.ts';
import type { Message } from '../../../store/wire/chat.ts';
import { chat } from '../../data/chat.ts';
import { act } from '../../data/outbox.ts';

/** Votes, adds, ticks: it is shown at once, and on its way. */
export function changeWidget({ id: messageId }: Message, change: WidgetChange): void {
  const { messages, ownUserId } = chat.peek().state;
  const message = messages.get(messageId);
  if (!message) return;
  const content = JSON.stringify(change);
  const earlier = countOwnChanges(message, ownUserId, content);
  void act({ kind: 'change widget', messageId, content, earlier });
}
