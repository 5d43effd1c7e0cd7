import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { parseTaskCommand } from '../../../rules/task-command.ts';
import { widgetTextOf } from '../../../rules/widget-text.ts';
import { leaveField, useKeys } from '../../shared/keys.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import { sendMessage } from '../data/actions.ts';
import { chat } from '../data/chat.ts';
import { startEdit } from '../data/intents.ts';
import { words as chatWords } from '../texts/index.ts';
import { useRoomAboveKeyboard } from './use-room-above-keyboard.ts';
import './composer.css';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { session } from '../data/me.ts';
import { limit } from '../data/settings.ts';
import { newCallAddress } from './call-link.ts';
import { changeDraft, drafts } from './drafts.ts';
import { lastOwnMessage } from './edited.ts';
import { type FieldHandle, MessageField } from './field.tsx';
import type { Format } from './formatting.ts';
import { showComposer } from './insert.ts';
import { refusal } from './may-send.ts';
import { Notice, OutsideNotice, refusalText } from './notices.tsx';
import { SendHint } from './send-hint.tsx';
import { SendLater } from './send-later.tsx';
import { targetName } from './target.ts';
import { composerWords as words } from './texts/index.ts';
import { timeReference } from './times.ts';
import type { Token } from './tokens.ts';
import { FormatButtons } from './toolbar.tsx';
import { TypingLine } from './typing-line.tsx';
import { AttachButton, DropTarget, UploadList } from './upload-list.tsx';
import { isUploading, uploadFiles } from './uploads.ts';
import { useComposerDraft } from './use-draft.ts';
import { warningsOf } from './warnings.ts';

/** Characters before the limit from which on it is shown. */
const NEAR_LIMIT = 500;

interface ComposerProps {
  conversation: Conversation;
  /** Adds to a preview what the page knows, as in the list of messages. */
  decorate(content: DocumentFragment): void;
}

/** Writes in a conversation; says why where nothing can be written. */
export function Composer({ conversation, decorate }: ComposerProps) {
  useRoomAboveKeyboard();
  const refused = refusal(chat.value.state, conversation);
  if (refused)
    return (
      <div class="composer">
        <Notice>
          <p>{refusalText(refused)}</p>
        </Notice>
      </div>
    );
  return <Writing key={conversationKey(conversation)} {...{ conversation, decorate }} />;
}

function Writing({ conversation, decorate }: ComposerProps) {
  const id = useId();
  const field = useRef<FieldHandle>(null);
  const draft = useComposerDraft(conversation);
  const { text } = draft;
  const [isTall, setTall] = useState(false);
  const [hasFormats, setHasFormats] = useState(() => localStorage.getItem(FORMATS_KEY) === 'shown');
  const [isWarned, setWarned] = useState(false);
  const [hasPreview, setPreview] = useState(false);
  /** Choice in a dialog; for a time, the text that it takes the place of. */
  const [choosing, setChoosing] = useState<{ kind: 'emoji' | 'poll' | 'todo' } | { kind: 'time'; range?: Token }>();
  const { state } = chat.value;
  const warnings = warningsOf(state, conversation, text);
  const widget = widgetTextOf(text)?.kind;
  const command = 'channelId' in conversation && session.value?.apps.dispatch && parseTaskCommand(text);
  const left = limit('max_message_length') - [...text].length;

  useLayoutEffect(
    () =>
      showComposer({
        focus: () => field.current!.focus(),
        conversation,
        insert: (inserted) => field.current!.insert(inserted, { isBlock: true }),
        replace: (before, after) => field.current!.replace(before, after),
      }),
    [],
  );

  const send = (isConfirmed = false) => {
    if (text.trim() === '' || left < 0 || isUploading(conversation, text)) return;
    if (warnings.many && !isConfirmed) {
      setWarned(true);
      return;
    }
    setWarned(false);
    setPreview(false);
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
    preview: () => setPreview(!hasPreview),
    sendNow: () => field.current!.hasFocus() && send(),
  });
  const callItem = () => {
    const address = newCallAddress();
    if (!address) return [];
    const insert = () => field.current!.insert(`[${words.call.join}](${address})`);
    return [{ label: words.call.insert, icon: 'video' as const, choose: insert }];
  };
  /** The server or the disk has the text; whoever writes on meanwhile keeps that. */
  const empty = (content: string) => {
    if (drafts().textOf(conversation) !== content) return;
    changeDraft(conversation, '');
    drafts().flush();
  };
  /** A form takes the place of the text that it was made from, or of none; any other stays. */
  const isFormsOwn = widget !== undefined || text.trim() === '';
  const sendWidget = (content: string) => {
    setChoosing(undefined);
    // Until the message is on the disk, its text is nowhere but in the draft.
    if (isFormsOwn) draft.write(content);
    void sendMessage({ conversation, content }).then(() => empty(content));
  };
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
      {widget && (
        <Notice>
          <p>{words.widget[widget]}</p>
          <Button kind="quiet" size="small" onClick={() => setChoosing({ kind: widget })}>
            {words.widget.form}
          </Button>
        </Notice>
      )}
      {command && <Lazy load={loadCommandPreview} isQuiet props={command} />}
      <UploadList {...{ conversation, text }} />
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
          onEscape={leaveField}
          onUp={editLast}
          onBlur={draft.leave}
          onPickTime={(range) => setChoosing({ kind: 'time', range })}
          onFiles={(files) => uploadFiles(conversation, files)}
        />
        {hasPreview && text.trim() !== '' && <Lazy load={loadPreview} props={{ text, decorate }} />}
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
          <AttachButton conversation={conversation} />
          <IconButton icon="smile" label={words.emoji.title} onClick={() => setChoosing({ kind: 'emoji' })} />
          <Menu
            label={words.more}
            icon="plus"
            items={[
              { label: words.time.insert, icon: 'clock', choose: () => setChoosing({ kind: 'time' }) },
              { label: words.widget.newPoll, icon: 'chart-column', choose: () => setChoosing({ kind: 'poll' }) },
              { label: words.widget.newTodo, icon: 'list-checks', choose: () => setChoosing({ kind: 'todo' }) },
              ...callItem(),
              ...[...state.savedSnippets.values()].map(({ title, content }) => ({
                label: words.snippet({ title }),
                icon: 'bookmark' as const,
                choose: () => field.current!.insert(content),
              })),
            ]}
          />
          <IconButton
            icon="eye"
            label={words.preview.title}
            aria-pressed={hasPreview}
            onClick={() => setPreview(!hasPreview)}
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
          <SendLater conversation={conversation} text={text} onScheduled={() => empty(text)} />
          <Button
            kind="primary"
            type="submit"
            icon="send"
            disabled={text.trim() === '' || left < 0 || isUploading(conversation, text)}
          >
            {chatWords.send}
          </Button>
        </div>
      </div>
      <DropTarget conversation={conversation} />
      {choosing?.kind === 'emoji' && (
        <Lazy
          load={loadChooseEmoji}
          props={{
            onChoose: (name: string) => field.current!.insert(`:${name}: `),
            onClose: () => setChoosing(undefined),
          }}
        />
      )}
      {(choosing?.kind === 'poll' || choosing?.kind === 'todo') && (
        <Lazy
          load={loadWidgetForm}
          isQuiet
          props={{
            kind: choosing.kind,
            text: widget === choosing.kind ? text : '',
            onSend: sendWidget,
            onClose: (written: string) => {
              setChoosing(undefined);
              if (isFormsOwn && written !== '') draft.write(written);
            },
          }}
        />
      )}
      {choosing?.kind === 'time' && (
        <Lazy
          load={loadChooseTime}
          props={{
            title: words.time.insert,
            action: words.time.use,
            isFuture: false,
            onChoose: (at: Date) => {
              setChoosing(undefined);
              field.current!.insert(`${timeReference(at)} `, choosing.range && { range: choosing.range });
            },
            onClose: () => setChoosing(undefined),
          }}
        />
      )}
      <p class="unseen" id={`${id}-target`}>
        {words.target({ target: targetName(conversation) })}
      </p>
    </form>
  );
}

const loadPreview = async () => (await import('./preview.tsx')).MessagePreview;
const loadChooseEmoji = async () => (await import('./choose-emoji.tsx')).ChooseEmoji;
const loadWidgetForm = async () => (await import('./widget-form/widget-form.tsx')).WidgetForm;
const loadCommandPreview = async () => (await import('./command-preview.tsx')).CommandPreview;
const loadChooseTime = async () => (await import('./choose-time.tsx')).ChooseTime;

const FORMATS_KEY = 'chat-formats';
