import { useRef, useState } from 'preact/hooks';
import { plainMessage } from '../../shared/plain-message.ts';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { GetConversationAnswer, OpenConversationAnswer, Task } from '../../store/wire/dispatch.ts';
import { seesAll } from '../data/fleet.ts';
import { mayWrite, organizationId, session } from '../data/me.ts';
import { useAction } from '../data/use-action.ts';
import { useFollowed } from '../data/use-followed.ts';
import { useLooks } from '../data/use-looks.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';

/** Messages that the sheet shows; the chat has the rest. */
const SHOWN = 8;

/** How often it is asked for while somebody looks: the feed does not tell what is said. */
const LOOK_MS = 10_000;

type Topic = NonNullable<GetConversationAnswer['conversation']>;

/** The task's topic in the chat: what was said last, or how to begin it. */
export function ConversationPart({ task }: { task: Task }) {
  const path = `/api/v2/tasks/${task.id}/conversation`;
  const looks = useLooks(LOOK_MS);
  // Whoever drives may begin it, and its topic is renamed.
  const { answer, failure, retry } = useFollowed<GetConversationAnswer>(path, 'conversation', looks);
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
      {conversation &&
        (session.value?.apps.chat ? (
          <Said path={path} topic={conversation} looks={looks} onSent={retry} />
        ) : (
          <p class="quiet-words">{words.conversation.noAccount(conversation.topic)}</p>
        ))}
      {answer && isAvailable && !conversation && (
        <>
          <p class="quiet-words">{words.conversation.none}</p>
          {mayWrite.value && (
            <Button icon="plus" busy={open.busy} onClick={open.act}>
              {words.conversation.open}
            </Button>
          )}
        </>
      )}
      {answer && !isAvailable && (
        <>
          <p class="quiet-words">{words.conversation.noChannel}</p>
          <Button icon="plus" busy={setUp.busy} onClick={setUp.act}>
            {words.conversation.setUp}
          </Button>
        </>
      )}
      {open.failure && <Failure {...open.failure} onRetry={open.act} />}
      {setUp.failure && <Failure {...setUp.failure} onRetry={setUp.act} />}
    </SheetPart>
  );
}

interface ChatMessage {
  id: number;
  sender_full_name: string;
  content: string;
  timestamp: number;
}

interface SaidProps {
  path: string;
  topic: Topic;
  /** Another one: it is asked for again. */
  looks: number;
  onSent: () => void;
}

/** What was said last, for whoever may read it in the chat. */
function Said({ path, topic, looks, onSent }: SaidProps) {
  const narrow = JSON.stringify([
    { operator: 'channel', operand: topic.channelId },
    { operator: 'topic', operand: topic.topic },
  ]);
  const asked = new URLSearchParams({ anchor: 'newest', num_before: String(SHOWN), num_after: '0', narrow });
  const { answer, failure, retry } = useFollowed<{ messages: ChatMessage[] }>(
    `/api/v1/messages?${asked}&apply_markdown=false`,
    'conversation',
    looks,
  );
  const link = (
    <a href={topic.url} target="_blank" rel="noreferrer" dir="auto">
      {topic.topic}
    </a>
  );
  // The chat says so of a channel that one does not read.
  if (failure?.status === 400) return <p class="quiet-words">{words.conversation.notYours(topic.topic)}</p>;
  return (
    <>
      <p>{link}</p>
      {answer ? (
        <ol class="conversation" aria-live="polite" aria-relevant="additions">
          {answer.messages.map(({ id, sender_full_name, content, timestamp }) => (
            <li key={id}>
              <b dir="auto">{sender_full_name}</b> <RelativeTime at={new Date(timestamp * 1000)} />
              <p dir="auto">{plainMessage(content)}</p>
            </li>
          ))}
        </ol>
      ) : failure ? (
        <Failure {...failure} onRetry={retry} />
      ) : (
        <Loading rows={3} />
      )}
      <Write
        path={path}
        onSent={() => {
          retry();
          onSent();
        }}
      />
    </>
  );
}

/** What was written about a task and not sent, by its path: whoever looks at another one meanwhile finds it again. */
const drafts = new Map<string, string>();

/** Says something in the topic, as whoever is signed in. */
function Write({ path, onSent }: { path: string; onSent: () => void }) {
  const [text, setText] = useState(drafts.get(path) ?? '');
  const [idempotencyKey, setIdempotencyKey] = useState(uniqueId);
  /** Where it was sent to, while the answer is not known: the same once more is the same request. */
  const sentTo = useRef<Topic | undefined>(undefined);
  const change = (next: string) => {
    setText(next);
    drafts.set(path, next);
    setIdempotencyKey(uniqueId());
    sentTo.current = undefined;
  };
  const { busy, failure, act } = useAction(async () => {
    const present = sentTo.current ?? (await presentTopic(path));
    sentTo.current = present;
    const form = { type: 'channel', to: present.channelId, topic: present.topic, content: text };
    await request('/api/v1/messages', { method: 'POST', form, idempotencyKey }).catch((error: unknown) => {
      if (error instanceof Refusal && error.status < 500) sentTo.current = undefined;
      throw error;
    });
    change('');
    onSent();
  });
  return (
    <form
      class="conversation-write"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !busy) void act();
      }}
    >
      <Field label={words.conversation.write} hint={words.conversation.commands}>
        <textarea dir="auto" rows={2} value={text} onInput={(event) => change(event.currentTarget.value)} />
      </Field>
      <Button type="submit" busy={busy}>
        {words.conversation.send}
      </Button>
      {failure && <Failure {...failure} />}
    </form>
  );
}

/** Where the task's topic is by now: it is renamed when the task is done, or by people. One that is nowhere any more is begun anew. */
async function presentTopic(path: string): Promise<Topic> {
  const { conversation } = await request<GetConversationAnswer>(path);
  return conversation ?? (await request<OpenConversationAnswer>(path, { method: 'POST' })).conversation!;
}
