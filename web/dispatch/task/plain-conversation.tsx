import { useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { plainMessage } from '../../shared/plain-message.ts';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { ListTaskMessagesAnswer } from '../../store/wire/dispatch.ts';
import { mayWrite } from '../data/me.ts';
import { useAction } from '../data/use-action.ts';
import { useFollowed } from '../data/use-followed.ts';
import { words } from '../texts/index.ts';

/** Messages that are shown at first. */
const SHOWN = 8;
/** Earlier messages that are fetched at once. */
const EARLIER = 50;

interface PlainConversationProps {
  path: string;
  /** Name of the topic. */
  topic: string;
  /** Another one: it is asked for again. */
  refreshes: number;
  onSent: () => void;
}

type Message = ListTaskMessagesAnswer['messages'][number];

/** Messages of a task's topic for dispatchers who cannot read it in the chat: without an account there, or not in its channel. */
export function PlainConversation({ path, topic, refreshes, onSent }: PlainConversationProps) {
  const { answer, failure, retry } = useFollowed<ListTaskMessagesAnswer>(
    `${path}/messages?limit=${SHOWN}`,
    'conversation',
    refreshes,
  );
  const earlier = useEarlier(path, answer);
  const sent = () => {
    retry();
    onSent();
  };
  return (
    <>
      <p>
        <span dir="auto">{topic}</span>
      </p>
      {earlier.hasMore && (
        <Button size="small" icon="arrow-up" busy={earlier.busy} onClick={earlier.run}>
          {words.conversation.earlier}
        </Button>
      )}
      {earlier.failure && <Failure {...earlier.failure} onRetry={earlier.run} />}
      {answer ? (
        <ol class="conversation" aria-live="polite" aria-relevant="additions">
          {earlier.messages.map(({ id, sender, text, time }) => (
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
      {mayWrite.value && <Write path={path} onSent={sent} />}
    </>
  );
}

/**
 * The newest messages with all that were fetched before them. What is shown once stays, so that nothing is missing
 * between the fetched pages and the newest messages.
 */
function useEarlier(path: string, answer: ListTaskMessagesAnswer | undefined) {
  const known = useRef(new Map<number, Message>());
  const [first, setFirst] = useState<{ hasMore: boolean }>();
  const newest = answer?.messages ?? [];
  // What was deleted goes; what is older than the newest page stays.
  for (const id of known.current.keys()) if (newest[0] && id >= newest[0].id) known.current.delete(id);
  for (const message of newest) known.current.set(message.id, message);
  const messages = [...known.current.values()].sort((a, b) => a.id - b.id);
  const { busy, failure, run } = useAction(async () => {
    const before = messages[0]?.id;
    const page = await request<ListTaskMessagesAnswer>(`${path}/messages?limit=${EARLIER}&before=${before}`);
    for (const message of page.messages) known.current.set(message.id, message);
    setFirst({ hasMore: page.hasOlder });
  });
  return { messages, hasMore: first ? first.hasMore : (answer?.hasOlder ?? false), busy, failure, run };
}

/** Unsent messages by task path: they are restored after a look at another task. */
const drafts = new Map<string, string>();

/** Says something in the topic, wherever it is by then, as whoever is signed in. */
function Write({ path, onSent }: { path: string; onSent: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys({ reply: () => field.current!.focus() });
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
          ref={field}
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
