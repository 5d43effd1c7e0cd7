import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { type Conversation, conversationKey } from '../../store/chat/state.ts';
import { chat } from '../data/chat.ts';
import { startEdit } from '../data/intents.ts';
import { words as chatWords } from '../texts/index.ts';
import './composer.css';
import { lastOwnMessage } from './edited.ts';
import { type FieldHandle, MessageField } from './field.tsx';
import type { Format } from './formatting.ts';
import { showComposer } from './insert.ts';
import { refusal } from './may-send.ts';
import { Notice, OutsideNotice, refusalText } from './notices.tsx';
import { SendHint } from './send-hint.tsx';
import { limit } from './settings.ts';
import { targetName } from './target.ts';
import { composerWords as words } from './texts/index.ts';
import { FormatButtons } from './toolbar.tsx';
import { TypingLine } from './typing-line.tsx';
import { useComposerDraft } from './use-draft.ts';
import { warningsOf } from './warnings.ts';

/** Characters before the limit from which on it is shown. */
const NEAR_LIMIT = 500;

/** Writes in a conversation; says why where nothing can be written. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const refused = refusal(chat.value.state, conversation);
  if (refused)
    return (
      <div class="composer">
        <Notice>
          <p>{refusalText(refused)}</p>
        </Notice>
      </div>
    );
  return <Writing key={conversationKey(conversation)} conversation={conversation} />;
}

function Writing({ conversation }: { conversation: Conversation }) {
  const id = useId();
  const field = useRef<FieldHandle>(null);
  const draft = useComposerDraft(conversation);
  const { text } = draft;
  const [isTall, setTall] = useState(false);
  const [hasFormats, setHasFormats] = useState(() => localStorage.getItem(FORMATS_KEY) === 'shown');
  const [isWarned, setWarned] = useState(false);
  const { state } = chat.value;
  const warnings = warningsOf(state, conversation, text);
  const left = limit('max_message_length') - [...text].length;

  useLayoutEffect(
    () =>
      showComposer({
        focus: () => field.current!.focus(),
        insert: (inserted) => field.current!.insert(inserted, { isBlock: true }),
      }),
    [],
  );

  const send = (isConfirmed = false) => {
    if (text.trim() === '' || left < 0) return;
    if (warnings.many && !isConfirmed) {
      setWarned(true);
      return;
    }
    setWarned(false);
    draft.send();
    field.current!.focus();
  };
  const applyFormat = (kind: Format) => field.current!.applyFormat(kind);
  useKeys({
    reply: () => field.current!.focus(),
    bold: () => applyFormat('bold'),
    italic: () => applyFormat('italic'),
    strike: () => applyFormat('strike'),
    link: () => applyFormat('link'),
    code: () => applyFormat('code'),
    sendNow: () => field.current!.hasFocus() && send(),
  });
  const editLast = () => {
    const message = lastOwnMessage(state, conversation);
    if (message) startEdit(message.id);
  };

  return (
    <form
      class={isTall ? 'composer tall' : 'composer'}
      aria-label={words.placeholder}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {draft.failure && (
        <Notice kind="warning">
          <p role="alert">{words.notSent({ reason: draft.failure })}</p>
        </Notice>
      )}
      {isWarned && warnings.many && (
        <Notice kind="warning">
          <p role="alert">
            {warnings.many.isAllowed ? words.many({ count: warnings.many.people ?? 0 }) : words.manyRefused}
          </p>
          {warnings.many.isAllowed && <Button onClick={() => send(true)}>{words.sendAnyway}</Button>}
          <Button
            kind="quiet"
            onClick={() => {
              setWarned(false);
              field.current!.focus();
            }}
          >
            {words.keepWriting}
          </Button>
        </Notice>
      )}
      {'channelId' in conversation && warnings.outside.length > 0 && (
        <OutsideNotice channelId={conversation.channelId} people={warnings.outside} />
      )}
      <TypingLine conversation={conversation} />
      <div class="composer-box">
        {hasFormats && <FormatButtons onFormat={applyFormat} />}
        <MessageField
          handle={field}
          conversation={conversation}
          label={chatWords.message}
          describedBy={`${id}-target ${id}-hint`}
          placeholder={words.writeTo({ target: targetName(conversation) })}
          text={text}
          onWrite={(next) => {
            draft.write(next);
            setWarned(false);
          }}
          onSend={() => send()}
          onEscape={() => (document.activeElement as HTMLElement).blur()}
          onUp={editLast}
          onBlur={draft.leave}
          onPickTime={() => undefined}
        />
        <div class="composer-bar">
          <IconButton
            icon="type"
            label={words.format.show}
            aria-pressed={hasFormats}
            onClick={() => {
              localStorage.setItem(FORMATS_KEY, hasFormats ? 'hidden' : 'shown');
              setHasFormats(!hasFormats);
            }}
          />
          <span class="composer-gap" />
          <span class={left < 0 ? 'composer-left over' : 'composer-left'} aria-live="polite">
            {left < 0 ? words.tooLong({ count: -left }) : left <= NEAR_LIMIT && words.left({ count: left })}
          </span>
          <SendHint id={`${id}-hint`} />
          <IconButton
            icon={isTall ? 'minimize-2' : 'maximize-2'}
            label={isTall ? words.short : words.tall}
            onClick={() => {
              setTall(!isTall);
              field.current!.focus();
            }}
          />
          <Button kind="primary" type="submit" icon="send" disabled={text.trim() === '' || left < 0}>
            {chatWords.send}
          </Button>
        </div>
      </div>
      <p class="unseen" id={`${id}-target`}>
        {words.target({ target: targetName(conversation) })}
      </p>
    </form>
  );
}

const FORMATS_KEY = 'chat-formats';
