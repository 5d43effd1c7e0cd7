import { parseTaskCommand } from '../../../rules/task-command.ts';
import { findNotificationBotId } from '../../chat/notification-bot/access.ts';
import { truncate } from '../../chat/reading/content.ts';
import { whoSubscribed } from '../../dispatch/pushes/access.ts';
import { pushToWorker, type TriedPush } from '../../dispatch/pushes/push-to-worker.ts';
import { sql } from '../../platform/db/sql.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { pushServices } from '../../platform/outbound/push/push-services.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatMessagePayload } from '../commands/command.ts';
import { conversationsOf } from '../conversations/access.ts';
import { findUserOfWorker } from '../driver-messages/access.ts';
import { doFollowQuestions } from '../questions/actions.ts';
import { loadTopicMessages, type TopicMessageRow } from '../topic-messages/access.ts';
import { DRIVER_MESSAGES_CURSOR } from './actions.ts';
import { loadDriversOfMessages } from './queries.ts';

const QUEUE = 'bridge-driver-push';

/** Messages within this time are one push per topic. */
const GATHER_MS = 300;
/** Push services take 4096 bytes; a character has up to six in JSON, and two names stand beside. */
const MAX_TEXT = 300;
const MAX_NAME = 80;
/** Maximum number of newer messages that are examined. */
const MAX_NEWER = 100;

/** Messages in the topic of a worker's task, from the first message that was read together on. */
interface Written extends TriedPush {
  organizationId: string;
  workerId: string;
  taskId: string;
  from: number;
}

const isOfChannel = (payload: unknown) => (payload as ChatMessagePayload).message.channelId !== null;

/**
 * Follows what is written in the topics of tasks: drivers' questions are noted, and drivers have a push queued. The job
 * looks who wrote it.
 */
export const pushMessages = defineLogReader({
  name: DRIVER_MESSAGES_CURSOR,
  gatherMs: GATHER_MS,
  concerns: ({ part, kind, payload }) => part === 'chat' && kind === 'message' && isOfChannel(payload),
  where: sql`part = 'chat' and kind = 'message' and payload->'message'->>'channelId' is not null`,
  async read(tx, events, services) {
    const { organizationId } = tx;
    const ids = events.map(({ payload }) => (payload as ChatMessagePayload).message.id);
    const written = await doFollowQuestions(tx, ids);
    if (!pushServices(services).web) return;
    const rows = written.flatMap(({ workerId, ...row }) => (workerId === null ? [] : [{ ...row, workerId }]));
    if (rows.length === 0) return;
    const subscribed = await whoSubscribed(tx, [...new Set(rows.map(({ workerId }) => workerId))]);
    const byTask = Map.groupBy(rows, ({ taskId }) => taskId);
    for (const [taskId, [first]] of byTask) {
      const { workerId, messageId: from } = first!;
      const data: Written = { organizationId, workerId, taskId, from };
      if (subscribed.has(workerId)) tx.enqueue({ queue: QUEUE, data });
    }
  },
});

/**
 * Tells a driver's browsers of the newest that somebody else has written, unless the task or the message is not theirs to read by now. What
 * came later has a job of its own, which perhaps tells the same in the same place.
 */
export const pushMessageToDriver = defineJob<Written>({
  queue: QUEUE,
  expireInSeconds: 60,
  retryLimit: 5,
  retryDelay: 30,
  concurrency: 4,
  turns: {},
  async handle(services, written, signal) {
    const { organizationId, taskId } = written;
    await services.state.confirm(organizationId);
    const found = await findSubscribed(services, written);
    if (!found) return;
    const { message, topic } = found;
    const subscribed = {
      kind: 'said',
      taskId,
      topic,
      sender: truncate(message.senderName, MAX_NAME, '…'),
      text: truncate(message.text, MAX_TEXT, '…'),
    };
    const how = { topic: `said-${taskId}`, signal, queue: QUEUE, data: written };
    await pushToWorker(services, written, subscribed, how);
  },
});

/** The newest message of somebody else, with the topic that it is in; undefined: there is none to tell. */
async function findSubscribed(
  { database, state }: Services,
  { organizationId, workerId, taskId, from }: Written,
): Promise<{ message: TopicMessageRow; topic: string } | undefined> {
  const reader = database.reader.of(organizationId);
  const facts = state.of(organizationId);
  const conversation = (await conversationsOf(reader, facts, [taskId])).get(taskId);
  if (!conversation?.place) return undefined;
  const self = await findUserOfWorker(reader, facts, workerId);
  const bot = await findNotificationBotId(reader);
  const messages = await loadTopicMessages(reader, conversation.place, {
    after: from - 1,
    limit: MAX_NEWER,
  });
  const message = messages.findLast(
    (each) =>
      each.workerId !== workerId &&
      each.senderId !== self &&
      each.senderId !== bot &&
      parseTaskCommand(each.text) === undefined,
  );
  if (!message) return undefined;
  const owners = await loadDriversOfMessages(reader, [message.id]);
  const isTheirs = owners.some((owner) => owner.taskId === taskId && owner.workerId === workerId);
  return isTheirs ? { message, topic: conversation.place.topic } : undefined;
}
