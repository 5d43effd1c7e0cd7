import { conversationOf, type Narrow, narrowKey } from '../../store/chat/narrow.ts';
import { Composer } from '../composer/composer.tsx';
import { titleOf } from '../data/names.ts';
import { MessageList } from '../list/message-list.tsx';
import './screen.css';

/** Messages of a narrow, and below them the composer where it is one conversation. */
export function ConversationScreen({ narrow, near }: { narrow: Narrow; near?: number | undefined }) {
  const conversation = conversationOf(narrow);
  return (
    <section class="conversation-screen">
      <header class="conversation-head">
        <h1 dir="auto">{titleOf(narrow)}</h1>
      </header>
      <MessageList key={narrowKey(narrow)} {...{ narrow, near }} />
      {conversation && <Composer {...{ conversation }} />}
    </section>
  );
}
