import { useEffect } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetConversationAnswer, Task } from '../../store/wire/dispatch.ts';
import { closePane, openPane, paneTopic, showTopic, wantsPane } from '../data/chat-pane.ts';
import { seesAll } from '../data/fleet.ts';
import { mayWrite, organizationId } from '../data/me.ts';
import { questions } from '../data/questions.ts';
import { useAction } from '../data/use-action.ts';
import { useFollowed } from '../data/use-followed.ts';
import { useRefreshes } from '../data/use-refreshes.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';

/** Polling interval while somebody looks: the feed says when people write, not when the bot does. */
const LOOK_MS = 10_000;

type Topic = NonNullable<GetConversationAnswer['conversation']>;

const loadPlain = async () => (await import('./plain-conversation.tsx')).PlainConversation;

/** The task's topic in the chat: what was said last, or how to begin it. */
export function ConversationPart({ task }: { task: Task }) {
  const path = `/api/v2/tasks/${task.id}/conversation`;
  const refreshes = useRefreshes(LOOK_MS);
  // Whoever drives may begin it, and its topic is renamed.
  const { answer, failure, retry } = useFollowed<GetConversationAnswer>(path, 'conversation', refreshes);
  const open = useAction(async () => {
    await request(path, { method: 'POST' });
    openPane();
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
      {conversation && (
        <>
          {conversation.isReadable ? (
            <InChat task={task} topic={conversation} />
          ) : (
            <Lazy load={loadPlain} props={{ path, topic: conversation.topic, refreshes, onSent: retry }} />
          )}
          {mayWrite.value && <ReadButton task={task} path={path} />}
        </>
      )}
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

/** The way to the topic in the chat, which opens beside the sheet: at once where a driver waits for an answer. */
function InChat({ task, topic: { channelId, topic } }: { task: Task; topic: Topic }) {
  const place = { taskId: task.id, channelId, topic };
  const isAsked = questions.value.has(task.id);
  const isOpen = paneTopic.value !== undefined;
  useEffect(() => {
    if (isAsked || wantsPane()) showTopic(place);
  }, [task.id, isAsked]);
  // A topic that is renamed while it is open stays open.
  useEffect(() => {
    if (paneTopic.peek()) showTopic(place);
  }, [channelId, topic]);
  useEffect(() => () => showTopic(undefined), [task.id]);
  const open = (writes: boolean) => {
    openPane();
    showTopic(place, writes);
  };
  useKeys({ reply: () => open(true) });
  return (
    <>
      <p>
        <span dir="auto">{topic}</span>
      </p>
      <div>
        <Button icon="message-circle" pressed={isOpen} onClick={() => (isOpen ? closePane() : open(false))}>
          {isOpen ? words.conversation.hide : words.conversation.show}
        </Button>
      </div>
      <p class="quiet-words">{words.conversation.commands}</p>
    </>
  );
}

/** Marks the driver's question as read, for all dispatchers; empty without one. */
function ReadButton({ task, path }: { task: Task; path: string }) {
  const question = questions.value.get(task.id);
  const { busy, failure, run } = useAction(async () => {
    await request(`${path}/read`, { method: 'POST', body: { messageId: question!.messageId } });
  });
  if (!question) return null;
  return (
    <>
      <Button icon="check" busy={busy} onClick={run}>
        {words.conversation.read}
      </Button>
      {failure && <Failure {...failure} onRetry={run} />}
    </>
  );
}
