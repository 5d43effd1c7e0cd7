import { useEffect, useRef } from 'preact/hooks';
import { Link, useParams } from 'wouter-preact';
import { plainMessage } from '../../shared/plain-message.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { QueuedAction } from '../../store/driver/action.ts';
import { actions, queueAction } from '../data/actions.ts';
import { offlineSince } from '../data/connection.ts';
import { draftOf, dropDraft, keepDraft } from '../data/drafts.ts';
import { pushes } from '../data/push.ts';
import { tasks } from '../data/tasks.ts';
import { useAsked } from '../data/use-asked.ts';
import { stateWords } from '../data/words.ts';
import { Problems } from '../stop/part.tsx';
import { useStoring } from '../stop/steps.tsx';
import '../stop/stop.css';
import './ask.css';
import { askWords as words } from './texts/index.ts';

/** As the API has it. */
const MAX_TEXT = 2000;

/** Polling interval while somebody looks. */
const LOOK_MS = 10_000;

/** The newest of what is said of a task, as the API tells it. */
interface Conversation {
  isAvailable: boolean;
  hasOlder: boolean;
  messages: readonly TaskMessage[];
}

/** One message of it, as it was typed. */
interface TaskMessage {
  id: number;
  time: number;
  text: string;
  editedAt: number | null;
  sender: { name: string; isOwn: boolean };
}

/**
 * Messages about a task between its driver and dispatch. Messages written without a network wait with all other
 * actions.
 */
export function AskScreen() {
  const { taskId } = useParams<{ taskId: string }>();
  // A touch on a notification leads from one task's to another's: nothing that was said or typed goes along.
  return <Ask key={taskId} taskId={taskId} />;
}

function Ask({ taskId }: { taskId: string }) {
  const own = actions.value.filter(({ action }) => action.kind === 'message' && action.taskId === taskId);
  const { answer: conversation } = useAsked<Conversation>(`/api/v2/driver/tasks/${taskId}/messages`, {
    everyMs: LOOK_MS,
    anew: own.filter(({ stage }) => stage === 'sent').length + pushes.value,
  });
  const shown = tasks.value.find(({ task }) => task.id === taskId);
  const title = shown ? taskName(shown.task) : '';
  return (
    <article class="ask">
      <Link class="stop-back" href={`/task/${taskId}`}>
        <Icon name="arrow-left" />
        {words.back}
      </Link>
      <h1 dir="auto">{words.about({ task: title })}</h1>
      {conversation?.isAvailable === false ? (
        <p>{words.unavailable}</p>
      ) : (
        <>
          <Messages messages={conversation?.messages} hasOlder={conversation?.hasOlder ?? false} waiting={own} />
          <MessageForm taskId={taskId} title={title} />
        </>
      )}
    </article>
  );
}

interface MessagesProps {
  /** Undefined: not known. */
  messages: readonly TaskMessage[] | undefined;
  hasOlder: boolean;
  /** Messages written here. */
  waiting: readonly QueuedAction[];
}

function Messages({ messages = [], hasOlder, waiting }: MessagesProps) {
  const unsent = waiting.filter(({ stage }) => stage !== 'sent');
  return (
    <>
      {offlineSince.value !== undefined && <p class="quiet-words">{words.offline}</p>}
      {hasOlder && <p class="quiet-words">{words.older}</p>}
      {messages.length + unsent.length === 0 && <p class="quiet-words">{words.empty}</p>}
      <ul class="ask-messages" aria-live="polite">
        {messages.map(({ id, time, text, editedAt, sender }) => (
          <li key={id} class={sender.isOwn ? 'own' : ''}>
            <span class="ask-sender">
              {sender.isOwn ? words.you : <bdi>{sender.name}</bdi>} {timeOfDay(new Date(time))}{' '}
              {editedAt !== null && words.edited}
            </span>
            <p dir="auto">{plainMessage(text)}</p>
          </li>
        ))}
        {unsent.map((queued) => (
          <li key={queued.id} class="own waiting">
            <span class="ask-sender">{stateWords(queued)}</span>
            <p dir="auto">{queued.action.kind === 'message' && queued.action.text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Stores unsent text on the phone, because a call or a look at the stop may interrupt it. */
function useWritten(taskId: string) {
  const name = `${taskId} message`;
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useRef('');
  // One after the other: what was written last is what stays.
  const stored = useRef(Promise.resolve());
  const write = (next: string) => {
    text.current = next;
    const keep = () => (next.trim() === '' ? dropDraft(name) : keepDraft(name, next));
    // Where there is no room for it, sending says so.
    stored.current = stored.current.then(keep).catch(() => undefined);
  };
  const clear = () => {
    if (field.current) field.current.value = '';
    write('');
  };
  useEffect(() => {
    void draftOf<string>(name)
      .catch(() => undefined)
      .then((before) => {
        if (before === undefined || text.current !== '' || !field.current) return;
        text.current = field.current.value = before;
      });
  }, [name]);
  return { field, text, write, clear };
}

function MessageForm({ taskId, title }: { taskId: string; title: string }) {
  const written = useWritten(taskId);
  const text = useRef('');
  const { busy, problem, run } = useStoring(async () => {
    await queueAction({ action: { kind: 'message', taskId, text: text.current }, title });
    if (written.text.current.trim() === text.current) written.clear();
  });
  const sendMessage = (what: string) => {
    if (busy || what.trim() === '') return;
    text.current = what.trim();
    void run();
  };
  return (
    <form
      class="ask-say"
      onSubmit={(event) => {
        event.preventDefault();
        sendMessage(written.text.current);
      }}
    >
      <fieldset class="ask-canned">
        <legend>{words.canned}</legend>
        {words.answers.map((answer) => (
          <Button key={answer} onClick={() => sendMessage(answer)}>
            {answer}
          </Button>
        ))}
      </fieldset>
      <Field label={words.message}>
        <textarea
          ref={written.field}
          maxLength={MAX_TEXT}
          dir="auto"
          onInput={({ currentTarget }) => written.write(currentTarget.value)}
        />
      </Field>
      <Problems sentences={problem === undefined ? [] : [problem]} />
      <Button kind="primary" icon="send" type="submit" busy={busy}>
        {words.send}
      </Button>
    </form>
  );
}
