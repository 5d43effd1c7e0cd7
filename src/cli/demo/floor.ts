import { DISPATCH_ANSWERS, QUESTIONS } from './cast.ts';
import { type Draw, type OrderFor, order } from './orders.ts';
import type { Stage } from './stage.ts';

/** Open orders of the day: no more come in while there are so many, and several at a time while there are few. */
const MOST_OPEN = 60;
const FEW_OPEN = 40;
const SEVERAL = 8;
/** Orders that wait in the organization's list and in each team's, for the visitor to assign and to route. */
const WAITING = 6;
/** Questions that wait for an answer; the oldest is answered when there are more. */
const OPEN_QUESTIONS = 2;
/** Failed deliveries that nobody has looked at yet. */
const OPEN_FAILURES = 3;

interface List {
  tasks: string[];
  activeTask: string | null;
}

/** The organization's list, the teams' and the drivers'. */
interface Lists {
  waiting: readonly List[];
  drivers: ReadonlyMap<string, List>;
}

async function readLists({ dispatch, organizationId, teamIds, drivers }: Stage): Promise<Lists> {
  const list = (path: string) => dispatch.get<List>(`/containers/${path}`);
  const [waiting, own] = await Promise.all([
    Promise.all([list(`organizations/${organizationId}`), ...teamIds.map((id) => list(`teams/${id}`))]),
    Promise.all(drivers.map(({ workerId }) => list(`workers/${workerId}`))),
  ]);
  return { waiting, drivers: new Map(drivers.map(({ workerId }, n) => [workerId, own[n]!])) };
}

const countOf = ({ tasks, activeTask }: List) => tasks.length + (activeTask === null ? 0 : 1);

/** Orders come in, and a colleague dispatches: the day neither runs empty nor fills up, however long it lasts. */
export async function runFloor(stage: Stage, draw: Draw): Promise<void> {
  const lists = await readLists(stage);
  await assignWaiting(stage, lists);
  const { waiting, drivers } = lists;
  const open = [...waiting, ...drivers.values()].reduce((sum, list) => sum + countOf(list), 0);
  const kinds: OrderFor[] = ['nobody', 'nearest', { team: stage.teamIds[draw(stage.teamIds.length)]! }];
  const count = open >= MOST_OPEN ? 0 : open < FEW_OPEN ? Math.min(SEVERAL, FEW_OPEN - open) : 1;
  for (let n = 0; n < count; n++) await order(stage, draw, kinds[draw(kinds.length)]!);
}

/**
 * Assigns the oldest waiting tasks to the least busy drivers, while more wait than the visitor needs to try things, and
 * while somebody has hardly anything to do.
 */
async function assignWaiting(stage: Stage, { waiting, drivers }: Lists): Promise<void> {
  const loads = new Map([...drivers].map(([id, list]) => [id, countOf(list)]));
  for (const { tasks } of waiting)
    for (let left = tasks.length; left > 0; left--) {
      const [worker, load] = [...loads].reduce((least, each) => (each[1] < least[1] ? each : least));
      if (left <= WAITING && (load > 1 || left <= WAITING / 2)) break;
      await stage.dispatch.put(`/containers/workers/${worker}`, { tasks: [-1, tasks[tasks.length - left]!] });
      loads.set(worker, load + 1);
    }
}

/** Ends the oldest failures in the inbox: a colleague has called, and some are left for the visitor. @param failed oldest first */
export async function clearInbox({ dispatch }: Stage, failed: string[]): Promise<void> {
  while (failed.length > OPEN_FAILURES) {
    const task = failed.shift()!;
    await dispatch.post('/inbox/handled', { item: `failed ${task}`, task });
  }
}

/** Tasks with a question that nobody has answered, the oldest first. */
export type Questions = string[];

/** A driver asks about the task that they are at; the oldest of several questions is answered. */
export async function ask(stage: Stage, draw: Draw, questions: Questions): Promise<void> {
  const { client, workerId } = stage.drivers[draw(stage.drivers.length)]!;
  const { activeTask } = await stage.dispatch.get<List>(`/containers/workers/${workerId}`);
  if (activeTask !== null && !questions.includes(activeTask)) {
    await client.post(`/driver/tasks/${activeTask}/messages`, { text: QUESTIONS[draw(QUESTIONS.length)]! });
    questions.push(activeTask);
  }
  while (questions.length > OPEN_QUESTIONS)
    await answerDriver(stage, questions.shift()!, DISPATCH_ANSWERS[draw(DISPATCH_ANSWERS.length)]!);
}

async function answerDriver({ dispatch, colleagues }: Stage, taskId: string, content: string): Promise<void> {
  const { conversation } = await dispatch.get<{ conversation: { channelId: number; topic: string } | null }>(
    `/tasks/${taskId}/conversation`,
  );
  if (!conversation) return;
  const { channelId, topic } = conversation;
  await colleagues[0]!.client.postForm('/messages', { type: 'stream', to: String(channelId), topic, content });
}
