import { chat } from '../data/chat.ts';
import { words } from '../texts/index.ts';

/** Unread messages by conversation. */
export function InboxScreen() {
  return (
    <section>
      <h1>{words.screens.inbox}</h1>
      <p>{words.unread({ count: chat.value.state.unread.size })}</p>
    </section>
  );
}
