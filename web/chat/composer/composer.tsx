import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import type { Conversation } from '../../store/chat/state.ts';
import { sendMessage } from '../data/actions.ts';
import { words } from '../texts/index.ts';

/** Writes in a conversation. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const [text, setText] = useState('');
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void sendMessage({ conversation, content: text }).then(() => setText(''));
      }}
    >
      <textarea aria-label={words.message} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <Button kind="primary" type="submit" icon="send">
        {words.send}
      </Button>
    </form>
  );
}
