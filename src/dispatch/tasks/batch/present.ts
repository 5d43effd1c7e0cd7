import { type Static, Type } from 'typebox';
import { Task } from '../present.ts';
import type { TaskFailure } from './failure.ts';

/** Result of a batch, as the API shows it and its final event carries it (clients.md D.2). */
export const TaskBatch = Type.Object({
  status: Type.Enum(['pending', 'succeeded', 'completedWithErrors'], {
    description: '`pending` until all tasks are done, then whether some failed.',
  }),
  submitted: Type.String({ description: 'How long ago the batch came in, in words such as `3 minutes ago.`' }),
  tasksReceived: Type.Integer({ description: 'Number of tasks in the batch.' }),
  tasksCreated: Type.Integer({ description: 'Number of tasks that were created.' }),
  tasksErrored: Type.Integer({ description: 'Number of tasks that failed.' }),
  newTasks: Type.Array(Task, { description: 'Created tasks without warnings about their address.' }),
  newTasksWithWarnings: Type.Array(Task, { description: 'Created tasks with warnings about their address.' }),
  failedTasks: Type.Array(Type.Unknown(), { description: 'Bodies of the tasks that failed.' }),
  errors: Type.Array(
    Type.Object({
      statusCode: Type.Integer({ description: 'HTTP status that the task alone would have got.' }),
      errorCode: Type.Integer({ description: 'Number of the error, for programs.' }),
      message: Type.String({ description: 'What went wrong, for people.' }),
      cause: Type.String({ description: 'What exactly is wrong with the task.' }),
      taskData: Type.Unknown({ description: 'Body of the task that failed.' }),
    }),
    { description: 'Why tasks failed, in the order of `failedTasks`.' },
  ),
});

/** A batch as it is: what came in, and what became of it. */
interface Batch {
  submittedAt: Date;
  finishedAt: Date | null;
  received: number;
  /** Tasks that it created, also those that are not among `tasks`. */
  created: number;
  tasks: readonly Task[];
  failures: readonly TaskFailure[];
}

export function presentBatch(
  { submittedAt, finishedAt, received, created, tasks, failures }: Batch,
  now: Date,
): Static<typeof TaskBatch> {
  const ended = failures.length > 0 ? 'completedWithErrors' : 'succeeded';
  return {
    status: finishedAt ? ended : 'pending',
    submitted: ago(now.getTime() - submittedAt.getTime()),
    tasksReceived: received,
    tasksCreated: created,
    tasksErrored: failures.length,
    newTasks: tasks.filter((task) => !task.destination.warnings?.length),
    newTasksWithWarnings: tasks.filter((task) => task.destination.warnings?.length),
    failedTasks: failures.map(({ task }) => task),
    errors: failures.map(({ error: { statusCode, error, message, cause }, task }) => ({
      statusCode,
      errorCode: error,
      message,
      cause,
      taskData: task,
    })),
  };
}

/** client: this is text, as in "Less than a minute ago." */
function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'Less than a minute ago.';
  return minutes === 1 ? '1 minute ago.' : `${minutes} minutes ago.`;
}
