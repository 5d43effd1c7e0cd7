import { COMMAND_START } from '../../../rules/task-command.ts';
import { Trigger } from '../../../rules/webhook-triggers.ts';
import { ofBatch } from '../../dispatch/events/fragments.ts';
import { isOfBatch } from '../../dispatch/events/of-batch.ts';
import type { ActionContext } from '../../dispatch/http/caller.ts';
import type { Task } from '../../dispatch/tasks/present.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { doReceiveCommands } from '../commands/actions.ts';
import { isCommandEvent } from '../commands/command.ts';
import { conversationsOf } from '../conversations/access.ts';
import { doSaveConversations, doSaveDone, nameOfTopic } from '../conversations/actions.ts';
import { channelsOfTasks } from '../conversations/channel-of-task.ts';
import { BRIDGE_CURSOR } from '../settings/actions.ts';
import { doFollowAdministrators, doFollowWorkers } from '../stand-ins/actions.ts';
import { doQueuePosts, type NewPost } from './actions.ts';
import { linesOf, type Names, openingOf, type TaskNews } from './lines.ts';
import { loadNames } from './queries.ts';
import { type BotTexts, botTexts } from './texts.ts';

const TOLD: ReadonlySet<number> = new Set([
  Trigger.taskCreated,
  Trigger.taskCloned,
  Trigger.taskAssigned,
  Trigger.taskUnassigned,
  Trigger.taskStarted,
  Trigger.taskUpdated,
  Trigger.taskCompleted,
  Trigger.taskFailed,
  Trigger.taskDeleted,
]);

interface TaskPayload {
  triggerId?: number;
  actionContext?: ActionContext;
  data: { task: Task };
}

const isTaskEvent = (event: AppendedEvent) =>
  event.part === 'dispatch' &&
  event.kind === 'task' &&
  (isOfBatch(event) || TOLD.has((event.payload as Partial<TaskPayload> | null)?.triggerId ?? -1));
const isWorkerEvent = ({ part, kind }: AppendedEvent) =>
  part === 'dispatch' && (kind === 'workerUpdated' || kind === 'workerDeleted');
const isAdministratorEvent = ({ part, kind }: AppendedEvent) =>
  part === 'dispatch' && (kind === 'administratorUpdated' || kind === 'administratorDeleted');

/**
 * Reads what happens to tasks, and what is typed into their topics as a command, each event once: what the bot is to say is written down
 * with the cursor, and done afterwards in order (`deliver-posts.ts`).
 */
export const reportTasks = defineLogReader({
  name: BRIDGE_CURSOR,
  concerns: (event) =>
    isTaskEvent(event) || isWorkerEvent(event) || isAdministratorEvent(event) || isCommandEvent(event),
  where: sql`
    part = 'dispatch' and (kind in ('workerUpdated', 'workerDeleted', 'administratorUpdated', 'administratorDeleted')
      or kind = 'task' and payload->>'triggerId' in ('0', '3', '4', '6', '7', '8', '9', '10', '13')
      or ${ofBatch})
    or part = 'chat' and kind = 'message' and payload->'message'->>'content' ~ ${COMMAND_START}`,
  gatherMs: 100,
  async read(tx, events, services) {
    await doReport(tx, services, events.filter(isTaskEvent));
    await doReceiveCommands(tx, events.filter(isCommandEvent));
    await doFollowWorkers(tx, events.filter(isWorkerEvent));
    await doFollowAdministrators(tx, events.filter(isAdministratorEvent));
  },
});

async function doReport(tx: Tx, services: Services, events: readonly AppendedEvent[]): Promise<void> {
  const { organizationId } = tx;

  const isDone = await openedTasks(tx, events);
  const news = events.map(newsOf).filter(({ task }) => isDone.has(task.id));
  if (news.length === 0) return;
  const names = await namesFor(tx, news);
  const texts = botTexts((await findOrganization(tx, organizationId))!.language);
  const publicUrl = await organizationUrl(services, organizationId);
  const before = new Map(isDone);
  const posts: NewPost[] = [];
  for (const each of news) addPosts(posts, isDone, each, { texts, names, publicUrl });
  const ended = [...isDone].filter(([id, is]) => is && !before.get(id)).map(([id]) => id);
  if (ended.length > 0) await doSaveDone(tx, ended);
  await doQueuePosts(tx, posts);
}

const newsOf = ({ at, payload }: AppendedEvent): TaskNews => {
  const { triggerId, actionContext, data } = payload as TaskPayload;
  return { at, trigger: triggerId ?? Trigger.taskCreated, by: actionContext, task: data.task };
};

/** Tasks that have a topic, with whether they are done; those for which one is set get it. */
async function openedTasks(tx: Tx, events: readonly AppendedEvent[]): Promise<Map<string, boolean>> {
  const tasks = new Map(events.map((event) => [newsOf(event).task.id, newsOf(event).task]));
  const known = await conversationsOf(tx, uncachedFacts(tx), [...tasks.keys()]);
  const isDone = new Map([...known.values()].map((each) => [each.taskId, each.isDone]));
  const others = [...tasks.values()].filter(({ id, state }) => !known.has(id) && state !== 3);
  const channelOf = await channelsOfTasks(tx, others);
  const opened = others.flatMap((task) => {
    const set = channelOf(task);
    if (!set?.opensEveryTask) return [];
    return [{ taskId: task.id, channelId: set.channelId, topic: nameOfTopic(task), anchorId: null, isDone: false }];
  });
  if (opened.length > 0) await doSaveConversations(tx, opened);
  for (const { taskId } of opened) isDone.set(taskId, false);
  return isDone;
}

async function namesFor(tx: Tx, news: readonly TaskNews[]): Promise<Names> {
  const ids = news.flatMap(({ by, task }) => [
    by?.id,
    task.worker,
    ...(task.completionReports ?? []).map(({ worker }) => worker),
  ]);
  const rows = await loadNames(tx, [...new Set(ids.filter((id) => typeof id === 'string'))]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Adds what the bot has to do about an event. What it says of a task in a row is one message. No task that is done becomes active again, so
 * its topic is resolved once: people who open it again want to talk.
 */
function addPosts(
  posts: NewPost[],
  isDone: Map<string, boolean>,
  news: TaskNews,
  { texts, names, publicUrl }: { texts: BotTexts; names: Names; publicUrl: string },
): void {
  const { task, trigger } = news;
  const text = linesOf(texts, news, names, publicUrl).join('\n');
  const opening = openingOf(texts, task, publicUrl);
  const isNew = trigger === Trigger.taskCreated || trigger === Trigger.taskCloned;
  const last = posts.findLast(({ taskId }) => taskId === task.id);
  if (last?.kind === 'say') last.text = [last.text, text].filter(Boolean).join('\n');
  else if (text || isNew) posts.push({ taskId: task.id, kind: 'say', opening, text });
  const done = task.state === 3 || trigger === Trigger.taskDeleted;
  if (!done || isDone.get(task.id)) return;
  isDone.set(task.id, true);
  posts.push({ taskId: task.id, kind: 'resolve', opening: '', text: '' });
}
