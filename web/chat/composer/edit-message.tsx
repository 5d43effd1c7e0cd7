import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { storedContent } from '../../../rules/message-content.ts';
import { Refusal } from '../../shared/session/request.ts';
import { locale, texts } from '../../shared/texts/index.ts';
import { whenNeeded } from '../../shared/texts/when-needed.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Loading } from '../../shared/ui/states.tsx';
import { conversationOfMessage } from '../../store/chat/message.ts';
import type { Message } from '../../store/wire/chat.ts';
import { chat, knownState } from '../data/chat.ts';
import { editedMessage, endEdit, unsavedEdits } from '../data/intents.ts';
import { markdownOf } from '../data/message-source.ts';
import { actNow, waitingEdit } from '../data/outbox.ts';
import { refuse } from '../data/refuse.ts';
import './composer.css';
import { limit } from '../data/settings.ts';
import { editSecondsLeft } from './edited.ts';
import { type FieldHandle, MessageField } from './field.tsx';
import { shownComposer } from './insert.ts';
import { Notice } from './notices.tsx';
import { sha256 } from './sha256.ts';
import { composerWords as words } from './texts/index.ts';

const minutes = whenNeeded(() => new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }));
const seconds = whenNeeded(() => new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }));

/** Edits a message in its place. What somebody else made of it meanwhile is shown and not overwritten. */
export function EditMessage({ message }: { message: Message }) {
  const id = useId();
  const field = useRef<FieldHandle>(null);
  const [edit, setEdit] = useState(unsavedEdits.get(message.id));
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // What was left long ago, or was refused, may have been overtaken.
  useEffect(() => {
    if (edit && !waitingEdit(message.id))
      markdownOf(message.id).then(
        (current) => current !== edit.original && setConflict(current),
        () => undefined,
      );
  }, []);
  const secondsLeft = useSecondsLeft(message);

  const leave = () => {
    endEdit();
    shownComposer()?.focus();
  };
  useLayoutEffect(() => {
    if (edit) field.current?.focus();
  }, [edit === undefined]);
  useEffect(() => {
    if (edit) return;
    // An edit that still waits is what the person sees.
    const waiting = waitingEdit(message.id)?.content;
    (waiting === undefined ? markdownOf(message.id) : Promise.resolve(waiting)).then(
      (original) => setEdit({ original, text: original }),
      (error: unknown) => setFailure(error instanceof Refusal ? error.message : texts.states.unreachable),
    );
  }, [edit === undefined]);
  if (!edit) return failure ? <p role="alert">{failure}</p> : <Loading rows={1} />;

  const { original, text } = edit;
  const change = (next: { original: string; text: string }) => {
    unsavedEdits.set(message.id, next);
    setEdit(next);
  };
  const isOver = secondsLeft !== undefined && secondsLeft <= 0;
  const left = limit('max_message_length') - [...text].length;
  const isRefused = isOver || left < 0 || text.trim() === '';
  const save = async () => {
    if (isRefused || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const content = storedContent(text);
      if (content !== original) {
        const before = knownState()?.messages.get(message.id)?.content;
        const written = { content, original, originalSha256: sha256(original) };
        await actNow({ kind: 'edit', messageId: message.id, ...written, before });
      }
      // What was typed meanwhile stays, and goes on from what was saved.
      const newer = unsavedEdits.get(message.id);
      if (newer && newer.text !== text) change({ original: content, text: newer.text });
      else {
        unsavedEdits.delete(message.id);
        if (editedMessage.peek() === message.id) leave();
      }
    } catch (error) {
      // The editor was left meanwhile; the text waits for its return.
      if (editedMessage.peek() !== message.id) refuse(error as Error);
      else if (error instanceof Refusal && error.code === 'EXPECTATION_MISMATCH')
        setConflict(await markdownOf(message.id).catch(() => original));
      else setFailure(error instanceof Refusal ? error.message : texts.states.unreachable);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      class="edit-message"
      aria-label={words.edit.title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {conflict !== undefined && (
        <Notice kind="warning">
          <p role="alert">{words.edit.conflict}</p>
          <blockquote dir="auto">{conflict}</blockquote>
          <Button
            onClick={() => {
              change({ original: conflict, text: conflict });
              setConflict(undefined);
            }}
          >
            {words.edit.takeTheirs}
          </Button>
          <Button
            onClick={() => {
              change({ original: conflict, text });
              setConflict(undefined);
            }}
          >
            {words.edit.keepMine}
          </Button>
        </Notice>
      )}
      {failure && (
        <Notice kind="warning">
          <p role="alert">{failure}</p>
        </Notice>
      )}
      <div class="composer-box">
        <MessageField
          handle={field}
          conversation={conversationOfMessage(message)}
          label={words.edit.title}
          describedBy={`${id}-left`}
          text={text}
          onWrite={(next) => change({ original, text: next })}
          onSend={() => void save()}
          onEscape={leave}
        />
        <div class="composer-bar">
          <span class={isOver ? 'composer-left over' : 'composer-left'} id={`${id}-left`}>
            {left < 0
              ? words.tooLong({ count: -left })
              : isOver
                ? words.edit.over
                : secondsLeft !== undefined && words.edit.left({ time: timeLeft(secondsLeft) })}
          </span>
          <span class="composer-gap" />
          <Button
            kind="quiet"
            onClick={() => {
              unsavedEdits.delete(message.id);
              leave();
            }}
          >
            {texts.cancel}
          </Button>
          <Button kind="primary" type="submit" busy={isBusy} disabled={isRefused}>
            {words.edit.save}
          </Button>
        </div>
      </div>
    </form>
  );
}

function timeLeft(left: number): string {
  return left >= 60 ? minutes().format(Math.floor(left / 60)) : seconds().format(Math.max(0, Math.floor(left)));
}

/** Returns the time that is left for an edit, each second anew in the last minute. */
function useSecondsLeft(message: Message): number | undefined {
  const [now, setNow] = useState(Date.now());
  const left = editSecondsLeft(chat.value.state, message, now);
  useEffect(() => {
    if (left === undefined || left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left > 70 ? 10_000 : 1000);
    return () => clearTimeout(timer);
  }, [now, left === undefined]);
  return left;
}
