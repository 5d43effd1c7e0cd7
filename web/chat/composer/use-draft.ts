import { useEffect, useRef, useState } from 'preact/hooks';
import { Refusal } from '../../shared/session/request.ts';
import type { Conversation } from '../../store/chat/conversation.ts';
import { sendMessage } from '../data/actions.ts';
import { drafts, onDraftChange } from './drafts.ts';
import { addToDraft } from './insert.ts';
import { composerWords as words } from './texts/index.ts';
import { typingNotice } from './typing.ts';
import type { TypingNotice } from './typing-out.ts';

/** Returns the unsent text of a conversation, and what is done with it. */
export function useComposerDraft(conversation: Conversation) {
  const [text, setText] = useState(() => drafts().textOf(conversation));
  const [failure, setFailure] = useState<string>();
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
    failure,
    write(next: string) {
      setText(next);
      drafts().write(conversation, next);
      if (next.trim() === '') typing.current?.stop();
      else typing.current?.typed();
    },
    send() {
      const content = text;
      setFailure(undefined);
      setText('');
      typing.current?.stop();
      drafts().clear(conversation);
      sendMessage({ conversation, content }).catch((error: unknown) => {
        addToDraft(conversation, content);
        setFailure(error instanceof Refusal ? error.message : words.unreachable);
      });
    },
    /** The field lost the focus. */
    leave() {
      typing.current?.stop();
      drafts().flush();
    },
  };
}
