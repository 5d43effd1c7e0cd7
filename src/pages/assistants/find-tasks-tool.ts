import { Type } from 'typebox';
import type { Task } from '../../dispatch/tasks/present.ts';
import { fitting, NOT_INSTRUCTIONS } from './answer.ts';
import { millisOf } from './read-time.ts';
import { addressLine, namesOfWorkers, taskLine } from './task-view.ts';
import { readingTool, ToolRefusal, type ToolRequest } from './tool.ts';

const DAY_MS = 86_400_000;
const MAX_RECIPIENTS = 5;
const MAX_DELIVERIES = 25;
const STATES = { unassigned: 0, assigned: 1, active: 2, completed: 3 } as const;

const params = {
  states: Type.Optional(
    Type.Array(Type.Enum(['unassigned', 'assigned', 'active', 'completed']), {
      maxItems: 4,
      description: 'Only tasks in these states; failed tasks are among the completed.',
    }),
  ),
  worker: Type.Optional(Type.String({ maxLength: 24, description: 'ID of the worker who has the tasks.' })),
  recipient: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      description:
        'Part of the name, or digits of the phone number, of the recipient. The other filters do not apply then.',
    }),
  ),
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'ISO time: only tasks created since; a week ago if absent.' }),
  ),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO time: only tasks created until then.' })),
  after: Type.Optional(Type.String({ maxLength: 24, description: '`next` of the page before.' })),
};

export const findTasksTool = readingTool({
  title: 'Find tasks',
  about:
    'Lists delivery tasks by state, worker, recipient and time of creation, oldest first, with who has them, where they go and when they are expected. Pages of 64; `next` continues. One task with all details: get_task.',
  side: 'dispatch',
  params,
  async run(request, { states, worker, recipient, from, to, after }) {
    if (recipient !== undefined) return tasksOfRecipient(request, recipient);
    const page = await request.call('GET /api/v2/tasks/all', {
      from: String(from === undefined ? request.now.getTime() - 7 * DAY_MS : millisOf('from', from)),
      ...(to !== undefined && { to: String(millisOf('to', to)) }),
      ...(states !== undefined && { state: states.map((state) => STATES[state as keyof typeof STATES]).join(',') }),
      ...(worker !== undefined && { worker }),
      ...(after !== undefined && { lastId: after }),
    });
    const tasks = page.tasks as Task[];
    const names = await namesOfWorkers(
      request,
      tasks.map((task) => task.worker),
    );
    return fitting(
      'tasks',
      tasks.map((task) => taskLine(task, names)),
      { note: NOT_INSTRUCTIONS, next: page.lastId ?? null },
    );
  },
});

/** The newest tasks of the one recipient who is meant, or the recipients who may be meant. */
async function tasksOfRecipient({ call }: ToolRequest, text: string): Promise<object> {
  const { recipients } = await call('GET /api/v2/recipients/all', { q: text, limit: String(MAX_RECIPIENTS) });
  const found = (recipients as { recipient: { id: string; name: string; phone: string } }[]).map(
    (each) => each.recipient,
  );
  if (found.length === 0) throw new ToolRefusal('There is no such recipient.');
  if (found.length > 1)
    return {
      note: NOT_INSTRUCTIONS,
      question: 'Several recipients match. Call again with a longer name or the phone number.',
      recipients: found.map(({ name, phone }) => ({ name, phone })),
    };
  const [one] = found;
  const { deliveries } = await call(`GET /api/v2/recipients/${one!.id}/deliveries`, { limit: String(MAX_DELIVERIES) });
  return fitting(
    'newestFirst',
    (deliveries as Delivery[]).map(
      ({ task: id, shortId, state, success, timeCreated, timeCompleted, workerName, address }) => ({
        id,
        shortId,
        state: success === false ? 'failed' : Object.keys(STATES)[state],
        worker: workerName,
        address: addressLine(address),
        created: new Date(timeCreated).toISOString(),
        completed: timeCompleted === null ? null : new Date(timeCompleted).toISOString(),
      }),
    ),
    { note: NOT_INSTRUCTIONS, recipient: { name: one!.name, phone: one!.phone } },
  );
}

/** A task of a recipient's history. */
interface Delivery {
  task: string;
  shortId: string;
  state: number;
  success: boolean | null;
  timeCreated: number;
  timeCompleted: number | null;
  workerName: string | null;
  address: Record<string, unknown>;
}
