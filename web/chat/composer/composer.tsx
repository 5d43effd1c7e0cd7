import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isKey, isWithoutModifier, useKeys } from '../../shared/keys.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { handleListBoxKey, optionId } from '../../shared/ui/list-box.tsx';
import { type Conversation, conversationKey } from '../../store/chat/state.ts';
import { chat } from '../data/chat.ts';
import { words as chatWords } from '../texts/index.ts';
import { applyText, selectedOf } from './apply-text.ts';
import { CompletionList } from './completion-list.tsx';
import './composer.css';
import { continueLine, type Format, format, replaceSelection } from './formatting.ts';
import { showComposer } from './insert.ts';
import { refusal } from './may-send.ts';
import { Notice, OutsideNotice, refusalText } from './notices.tsx';
import { paste } from './paste.ts';
import { SendHint } from './send-hint.tsx';
import { limit, userSettings } from './settings.ts';
import { targetName } from './target.ts';
import { composerWords as words } from './texts/index.ts';
import { FormatButtons } from './toolbar.tsx';
import { useCompletions } from './use-completions.ts';
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
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useComposerDraft(conversation);
  const { text } = draft;
  const [isTall, setTall] = useState(false);
  const [hasFormats, setHasFormats] = useState(() => localStorage.getItem(FORMATS_KEY) === 'shown');
  const [isWarned, setWarned] = useState(false);
  const isComposing = useRef(false);
  const isPlainPaste = useRef(false);
  const completions = useCompletions(conversation, () => undefined);
  const { state } = chat.value;
  const warnings = warningsOf(state, conversation, text);
  const left = limit('max_message_length') - [...text].length;

  useLayoutEffect(
    () =>
      showComposer({
        focus: () => field.current!.focus(),
        insert(inserted) {
          const given = selectedOf(field.current!);
          const gap = given.start > 0 && given.text[given.start - 1] !== '\n' ? '\n\n' : '';
          const whole = gap + inserted;
          applyText(field.current!, replaceSelection(given, whole, whole.length, whole.length));
        },
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
    completions.leave();
    draft.send();
    field.current!.focus();
  };
  const applyFormat = (kind: Format) => applyText(field.current!, format(kind, selectedOf(field.current!)));
  useKeys({
    reply: () => field.current!.focus(),
    bold: () => applyFormat('bold'),
    italic: () => applyFormat('italic'),
    strike: () => applyFormat('strike'),
    link: () => applyFormat('link'),
    code: () => applyFormat('code'),
    sendNow: () => document.activeElement === field.current && send(),
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const target = field.current!;
    isPlainPaste.current = event.shiftKey;
    // Keys of an input method are its own (229: browsers that end a composition before its last key).
    if (event.isComposing || event.keyCode === 229) return;
    if (completions.isOpen) {
      const { options, active, setActive } = completions;
      const choose = () => completions.choose(target, options[active]);
      if (event.key === 'Tab' && !event.shiftKey) {
        event.preventDefault();
        choose();
        return;
      }
      if (event.key === '>' && completions.openTopics(target)) {
        event.preventDefault();
        return;
      }
      const keys = { count: options.length, active, onActive: setActive, onChoose: choose, onClose: completions.close };
      if (isWithoutModifier(event) && handleListBoxKey(event, keys)) return;
    }
    if (isKey('close', event)) {
      target.blur();
      event.preventDefault();
      return;
    }
    if (event.key !== 'Enter') return;
    const isMod = isKey('sendNow', event);
    if (isMod || (enterSends() && !event.shiftKey)) {
      event.preventDefault();
      send();
      return;
    }
    const next = continueLine(selectedOf(target));
    if (!next) return;
    event.preventDefault();
    applyText(target, next);
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
      <div class="composer-box">
        {hasFormats && <FormatButtons onFormat={applyFormat} />}
        <textarea
          ref={field}
          class="composer-field"
          dir="auto"
          rows={1}
          aria-label={chatWords.message}
          aria-describedby={`${id}-target ${id}-hint`}
          placeholder={words.writeTo({ target: targetName(conversation) })}
          value={text}
          // A `textarea` is no combobox (ARIA in HTML), so nothing says that it is open: the live region below does.
          aria-autocomplete="list"
          aria-controls={completions.isOpen ? `${id}-list` : undefined}
          aria-activedescendant={completions.isOpen ? optionId(`${id}-list`, completions.active) : undefined}
          onInput={({ currentTarget }) => {
            draft.write(currentTarget.value);
            setWarned(false);
            if (!isComposing.current) completions.look(currentTarget, true);
          }}
          onCompositionStart={() => {
            isComposing.current = true;
          }}
          onCompositionEnd={({ currentTarget }) => {
            isComposing.current = false;
            completions.look(currentTarget, true);
          }}
          onSelect={({ currentTarget }) => isComposing.current || completions.look(currentTarget, false)}
          onBlur={() => {
            completions.leave();
            draft.leave();
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const { clipboardData, currentTarget } = event;
            if (!clipboardData) return;
            const clipboard = { html: clipboardData.getData('text/html'), plain: clipboardData.getData('text/plain') };
            const next = paste(selectedOf(currentTarget), clipboard, isPlainPaste.current);
            if (!next) return;
            event.preventDefault();
            applyText(currentTarget, next);
          }}
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
      {completions.isOpen && (
        <CompletionList
          id={`${id}-list`}
          kind={completions.token!.kind}
          options={completions.options}
          active={completions.active}
          onActive={completions.setActive}
          onChoose={(completion) => completions.choose(field.current!, completion)}
        />
      )}
      <p class="unseen" aria-live="polite">
        {completions.isOpen && texts.options({ count: completions.options.length })}
      </p>
    </form>
  );
}

const FORMATS_KEY = 'chat-formats';

/** On a screen keyboard Enter starts a new line: there is no Shift+Enter. */
function enterSends(): boolean {
  return userSettings().enter_sends && !matchMedia('(pointer: coarse)').matches;
}
