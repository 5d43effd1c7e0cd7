import { type Static, Type } from 'typebox';
import { DispatchError, dispatchErrors } from '../../http/errors.ts';

/** A task that was not created, and why. */
export const TaskFailure = Type.Object({
  error: Type.Object(
    {
      statusCode: Type.Integer({ description: 'HTTP status that the task alone would have got.' }),
      error: Type.Integer({ description: 'Number of the error, for programs.' }),
      message: Type.String({ description: 'What went wrong, for people.' }),
      cause: Type.String({ description: 'What exactly is wrong with the task.' }),
    },
    { description: 'Why the task was not created.' },
  ),
  task: Type.Unknown({ description: 'Body of the task, as it was sent.' }),
});
export type TaskFailure = Static<typeof TaskFailure>;

/** Does something for a task of a batch; what is wrong about the task spoils only itself. */
export async function orFailure<T>(task: unknown, work: () => Promise<T>): Promise<T | TaskFailure> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DispatchError)) throw error;
    const { status, text } = dispatchErrors[error.number];
    const { shown } = error;
    const isTaken = typeof shown === 'object' && shown.type === 'duplicateKey';
    const cause = isTaken ? `${shown.key} ${shown.value} is taken.` : typeof shown === 'string' ? shown : text;
    return { error: { statusCode: status, error: error.number, message: text, cause }, task };
  }
}
