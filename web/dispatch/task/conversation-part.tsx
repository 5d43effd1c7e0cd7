import { useState } from 'preact/hooks';
import { plainMessage } from '../../shared/plain-message.ts';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { GetConversationAnswer, ListTaskMessagesAnswer, Task } from '../../store/wire/dispatch.ts';
import { seesAll } from '../data/fleet.ts';
import { mayWrite, organizationId, session } from '../data/me.ts';
import { useAction } from '../data/use-action.ts';
import { useFollowed } from '../data/use-followed.ts';
import { useRefreshes } from '../data/use-refreshes.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';

/** Messages that the sheet shows; the chat has the rest. */
const SHOWN = 8;

/** Polling interval while somebody looks: the feed does not carry messages. */
const LOOK_MS = 10_000;

type Topic = NonNullable<GetConversationAnswer['conversation']>;

/** The task's topic in the chat: what was said last, or how to begin it. */
export function ConversationPart({ task }: { task: Task }) {
  const path = `/api/v2/tasks/${task.id}/conversation`;
  const refreshes = useRefreshes(LOOK_MS);
  // Whoever drives may begin it, and its topic is renamed.
  const { answer, failure, retry } = useFollowed<GetConversationAnswer>(path, 'conversation', refreshes);
  const open = useAction(async () => {
    await request(path, { method: 'POST' });
    retry();
  });
  const setUp = useAction(async () => {
    await request('/api/v2/conversations/settings', { method: 'PUT', body: {} });
    retry();
  });
  const { isAvailable, conversation } = answer ?? {};
  // What another organization executes is talked about there.
  const maySetUp = mayWrite.value && seesAll() && task.executor === organizationId.value;
  if (answer && !isAvailable && !maySetUp) return null;
  return (
    <SheetPart title={words.conversation.title}>
      {failure && !answer && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={2} />}
      {conversation && <MessageList path={path} topic={conversation} refreshes={refreshes} onSent={retry} />}
      {answer && isAvailable && !conversation && (
        <>
          <p class="quiet-words">{words.conversation.none}</p>
          {mayWrite.value && (
            <Button icon="plus" busy={open.busy} onClick={open.run}>
              {words.conversation.open}
            </Button>
          )}
        </>
      )}
      {answer && !isAvailable && (
        <>
          <p class="quiet-words">{words.conversation.noChannel}</p>
          <Button icon="plus" busy={setUp.busy} onClick={setUp.run}>
            {words.conversation.setUp}
          </Button>
        </>
      )}
      {open.failure && <Failure {...open.failure} onRetry={open.run} />}
      {setUp.failure && <Failure {...setUp.failure} onRetry={setUp.run} />}
    </SheetPart>
  );
}

interface MessagesProps {
  path: string;
  topic: Topic;
  /** Another one: it is asked for again. */
  refreshes: number;
  onSent: () => void;
}

/** Latest messages for anybody who sees the task; a chat account is not needed. */
function MessageList({ path, topic, refreshes, onSent }: MessagesProps) {
  const { answer, failure, retry } = useFollowed<ListTaskMessagesAnswer>(
    `${path}/messages?limit=${SHOWN}`,
    'conversation',
    refreshes,
  );
  return (
    <>
      <p>
        {session.value?.apps.chat ? (
          <a href={topic.url} target="_blank" rel="noreferrer" dir="auto">
            {topic.topic}
          </a>
        ) : (
          <span dir="auto">{topic.topic}</span>
        )}
      </p>
      {answer ? (
        <ol class="conversation" aria-live="polite" aria-relevant="additions">
          {answer.messages.map(({ id, sender, text, time }) => (
            <li key={id}>
              <b dir="auto">{sender.name}</b> <RelativeTime at={new Date(time)} />
              <p dir="auto">{plainMessage(text)}</p>
            </li>
          ))}
        </ol>
      ) : failure ? (
        <Failure {...failure} onRetry={retry} />
      ) : (
        <Loading rows={3} />
      )}
      {mayWrite.value && (
        <Write
          path={path}
          onSent={() => {
            retry();
            onSent();
          }}
        />
      )}
    </>
  );
}

/** Unsent messages by task path: they are restored after a look at another task. */
const drafts = new Map<string, string>();

/** Says something in the topic, wherever it is by then, as whoever is signed in. */
function Write({ path, onSent }: { path: string; onSent: () => void }) {
  const [text, setText] = useState(drafts.get(path) ?? '');
  /** The same once more is the same request, also where the answer is not known. */
  const [idempotencyKey, setIdempotencyKey] = useState(uniqueId);
  const change = (next: string) => {
    setText(next);
    drafts.set(path, next);
    setIdempotencyKey(uniqueId());
  };
  const { busy, failure, run } = useAction(async () => {
    await request(`${path}/messages`, { method: 'POST', body: { text }, idempotencyKey });
    change('');
    onSent();
  });
  return (
    <form
      class="conversation-write"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !busy) void run();
      }}
    >
      <Field label={words.conversation.write} hint={words.conversation.commands}>
        <textarea
          dir="auto"
          rows={2}
          maxLength={2000}
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" busy={busy}>
        {words.conversation.send}
      </Button>
      {failure && <Failure {...failure} />}
    </form>
  );
}
