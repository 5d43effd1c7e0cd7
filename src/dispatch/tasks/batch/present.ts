import { type Static, Type } from 'typebox';
import { Task } from '../present.ts';
import type { TaskFailure } from './failure.ts';

/** Result of a batch, as the API shows it and its final event carries it (clients.md D.2). */
export const TaskBatch = Type.Object({
  status: Type.Enum(['pending', 'succeeded', 'completedWithErrors']),
  submitted: Type.String(),
  tasksReceived: Type.Integer(),
  tasksCreated: Type.Integer(),
  tasksErrored: Type.Integer(),
  newTasks: Type.Array(Task),
  newTasksWithWarnings: Type.Array(Task),
  failedTasks: Type.Array(Type.Unknown()),
  errors: Type.Array(
    Type.Object({
      statusCode: Type.Integer(),
      errorCode: Type.Integer(),
      message: Type.String(),
      cause: Type.String(),
      taskData: Type.Unknown(),
    }),
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
