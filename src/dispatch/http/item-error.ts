import { Type } from 'typebox';
import { DispatchError, dispatchErrors } from './errors.ts';

/** Why one item of a batch was refused: what a request of its own would have got. */
export const ItemError = Type.Object({
  statusCode: Type.Integer({ description: 'HTTP status that the item alone would have got.' }),
  error: Type.Integer({ description: 'Number of the error, for programs.' }),
  message: Type.String({ description: 'What went wrong, for people.' }),
  cause: Type.String({ description: 'What exactly is wrong with the item.' }),
});

/**
 * Returns the error of one item of a batch.
 * @throws anything else than a {@link DispatchError}
 */
export function itemErrorOf(error: unknown): { statusCode: number; error: number; message: string; cause: string } {
  if (!(error instanceof DispatchError)) throw error;
  const { status, text } = dispatchErrors[error.number];
  const { shown } = error;
  const isTaken = typeof shown === 'object' && shown.type === 'duplicateKey';
  const cause = isTaken ? `${shown.key} ${shown.value} is taken.` : typeof shown === 'string' ? shown : text;
  return { statusCode: status, error: error.number, message: text, cause };
}
