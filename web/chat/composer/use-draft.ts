import { useEffect, useRef, useState } from 'preact/hooks';
import type { Conversation } from '../../store/chat/conversation.ts';
import { sendMessage } from '../data/actions.ts';
import { changeDraft, drafts, onDraftChange } from './drafts.ts';
import { typingNotice } from './typing.ts';
import type { TypingNotice } from './typing-out.ts';

/** Returns the unsent text of a conversation, and what is done with it. */
export function useComposerDraft(conversation: Conversation) {
  const [text, setText] = useState(() => drafts().textOf(conversation));
  const typing = useRef<TypingNotice>(undefined);
  useEffect(() => {
    typing.current = typingNotice(conversation);
    const stop = onDraftChange(conversation, () => setText(drafts().textOf(conversation)));
    return () => {
      stop();
      typing.current?.stop();
      drafts().flush();
    };
  }, []);
  return {
    text,
    write(next: string) {
      setText(next);
      drafts().write(conversation, next);
      if (next.trim() === '') typing.current?.stop();
      else typing.current?.typed();
    },
    send() {
      const content = text;
      setText('');
      typing.current?.stop();
      // Until the message is on the disk, its text is nowhere but in the draft. Whoever writes on meanwhile keeps that.
      void sendMessage({ conversation, content }).then(() => {
        if (drafts().textOf(conversation) !== content) return;
        changeDraft(conversation, '');
        drafts().flush();
      });
    },
    /** The field lost the focus. */
    leave() {
      typing.current?.stop();
      drafts().flush();
    },
  };
}
