import { createHash } from 'node:crypto';
import { type TSchema, Type } from 'typebox';
import { invalidValue } from '../../http/errors.ts';
import { MAX_BATCH_TASKS } from '../batch/actions.ts';

/** Text by which a line of a list is recognised. */
export const LineKey = Type.String({
  minLength: 1,
  description: 'Text that identifies the line, for 90 days. Only a digest of it is stored.',
});

/** Optional member of a batch that comes from a list: a line for each of its tasks. */
export function importedLines<S extends TSchema>(line: S) {
  return Type.Optional(
    Type.Array(line, {
      maxItems: MAX_BATCH_TASKS,
      description: 'For imports of lists: the line of each task, in the order of the tasks. No two have the same key.',
    }),
  );
}

/**
 * Returns the digests of lines, hexadecimal.
 * @param count number of tasks
 * @throws {DispatchError} 1000 when there is not a line for each task, or two lines have the same key
 */
export function digestsOf(lines: readonly { key: string }[], count: number): string[] {
  if (lines.length !== count) throw invalidValue('lines must have one line for each task.');
  const digests = lines.map(({ key }) => digestOfKey(key));
  if (new Set(digests).size < digests.length) throw invalidValue('lines must not have the same key twice.');
  return digests;
}

/** Returns the digest under which a key is noted. */
export function digestOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
