import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import type { GetConversationAnswer, Task } from '../../store/wire/dispatch.ts';
import { seesAll } from '../data/fleet.ts';
import { mayWrite, organizationId, session } from '../data/me.ts';
import { useAction } from '../data/use-action.ts';
import { useRequest } from '../data/use-request.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import { plainMessage } from './plain-message.ts';

/** Messages that the sheet shows; the chat has the rest. */
const SHOWN = 8;

type Topic = NonNullable<GetConversationAnswer['conversation']>;

/** The task's topic in the chat: what was said last, or how to begin it. */
export function ConversationPart({ task }: { task: Task }) {
  const path = `/api/v2/tasks/${task.id}/conversation`;
  const { answer, failure, retry } = useRequest<GetConversationAnswer>(path);
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
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={2} />}
      {conversation &&
        (session.value?.apps.chat ? (
          <Said topic={conversation} />
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

/** What was said last, for whoever may read it in the chat. */
function Said({ topic }: { topic: Topic }) {
  const narrow = JSON.stringify([
    { operator: 'channel', operand: topic.channelId },
    { operator: 'topic', operand: topic.topic },
  ]);
  const asked = new URLSearchParams({ anchor: 'newest', num_before: String(SHOWN), num_after: '0', narrow });
  const { answer, failure, retry } = useRequest<{ messages: ChatMessage[] }>(
    `/api/v1/messages?${asked}&apply_markdown=false`,
  );
  const link = (
    <a href={topic.url} target="_blank" rel="noreferrer" dir="auto">
      {topic.topic}
    </a>
  );
  if (failure) return <p class="quiet-words">{words.conversation.notYours(topic.topic)}</p>;
  if (!answer) return <Loading rows={3} />;
  return (
    <>
      <p>{link}</p>
      <ol class="conversation">
        {answer.messages.map(({ id, sender_full_name, content, timestamp }) => (
          <li key={id}>
            <b dir="auto">{sender_full_name}</b> <RelativeTime at={new Date(timestamp * 1000)} />
            <p dir="auto">{plainMessage(content)}</p>
          </li>
        ))}
      </ol>
      <Write topic={topic} onSent={retry} />
    </>
  );
}

/** Says something in the topic, as whoever is signed in. */
function Write({ topic, onSent }: { topic: Topic; onSent: () => void }) {
  const [text, setText] = useState('');
  const { busy, failure, act } = useAction(async () => {
    const fields = { type: 'channel', to: JSON.stringify(topic.channelId), topic: topic.topic, content: text };
    // The chat takes forms.
    const file = new Blob([String(new URLSearchParams(fields))], { type: 'application/x-www-form-urlencoded' });
    await request('/api/v1/messages', { method: 'POST', file });
    setText('');
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
      <Field label={words.conversation.write} hint={words.conversation.commands} problem={failure?.sentence}>
        <textarea dir="auto" rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Button type="submit" busy={busy}>
        {words.conversation.send}
      </Button>
    </form>
  );
}
