import { type Static, Type } from 'typebox';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { DispatchError, dispatchErrors, invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { checkBody } from '../http/validate.ts';
import { doCreateTask } from './create.ts';
import { prepareDestination, resolveCreation, type TaskInput, taskInput } from './creation.ts';
import type { Cause } from './events.ts';
import { Task } from './present.ts';

/** Spec: dispatch 8. */
const MOST = 500;
/** Addresses that are looked up at a time. */
const AT_ONCE = 8;

const Failure = Type.Object({
  error: Type.Object({
    statusCode: Type.Integer(),
    error: Type.Integer(),
    message: Type.String(),
    cause: Type.String(),
  }),
  task: Type.Unknown(),
});
type Failure = Static<typeof Failure>;

type Prepared = { body: TaskInput; place: Awaited<ReturnType<typeof prepareDestination>> } | Failure;

export const createTasks = dispatchOperation({
  method: 'POST',
  path: '/tasks/batch',
  summary: `Create up to ${MOST} tasks, each by itself: one that fails does not keep the others`,
  access: 'apiKey',
  body: Type.Object({ tasks: Type.Array(Type.Unknown(), { maxItems: MOST }) }),
  answer: Type.Object({ tasks: Type.Array(Task), errors: Type.Array(Failure) }),
  errors: [2400],
  async prepare(request, { body }) {
    const prepared: Prepared[] = new Array(body.tasks.length);
    const waiting = body.tasks.entries();
    const work = async () => {
      for (const [index, task] of waiting) {
        prepared[index] = await orFailure(task, async () => {
          checkBody(taskInput, task);
          const body = task as TaskInput;
          if (body.autoAssign) throw invalidValue('A batch has no automatic assignment.');
          return { body, place: await prepareDestination(request, request.caller.organizationId, body.destination) };
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return prepared;
  },
  async write({ tx, caller, services }, _input, prepared) {
    const tasks: Task[] = [];
    const errors: Failure[] = [];
    const cause = { caller, publicUrl: services.publicUrl() };
    for (const one of prepared) {
      const created = 'error' in one ? one : await orFailure(one.body, () => create(tx, cause, one));
      if ('error' in created) errors.push(created);
      else tasks.push(created);
    }
    return { tasks, errors };
  },
});

async function create(tx: Tx, cause: Cause, { body, place }: Exclude<Prepared, Failure>): Promise<Task> {
  await tx.run(sql`savepoint one`);
  try {
    const creation = await resolveCreation(tx, cause.caller.organizationId, body, place);
    // Spec: dispatch 6: batch creation is not told to webhooks.
    const task = await doCreateTask(tx, cause, { ...creation, trigger: null });
    await tx.run(sql`release savepoint one`);
    return task;
  } catch (error) {
    if (error instanceof DispatchError) await tx.run(sql`rollback to savepoint one`);
    throw error;
  }
}

async function orFailure<T>(task: unknown, work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DispatchError)) throw error;
    const { status, text } = dispatchErrors[error.number];
    const cause = typeof error.shown === 'string' ? error.shown : `${error.shown.key} ${error.shown.value} is taken.`;
    return { error: { statusCode: status, error: error.number, message: text, cause }, task };
  }
}
