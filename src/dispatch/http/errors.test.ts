import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { dispatchErrors } from './errors.ts';

const dispatch = path.resolve(import.meta.dirname, '..');

/** The numbers that code can answer with: thrown as such, or by one of the factories. */
async function thrown(): Promise<Set<number>> {
  const numbers = new Set<number>();
  for await (const file of glob('**/*.ts', { cwd: dispatch })) {
    if (file.endsWith('.test.ts')) continue;
    const text = await readFile(path.join(dispatch, file), 'utf8');
    // A choice of two (`exists ? 1401 : 1400`) counts as both.
    for (const [, argument] of text.matchAll(/new DispatchError\(([^,)]+)/g))
      for (const [number] of argument!.matchAll(/\d{4}/g)) numbers.add(Number(number));
  }
  return numbers;
}

test('the table of errors has no number that nothing answers with', async () => {
  const numbers = await thrown();
  for (const number of Object.keys(dispatchErrors)) assert.ok(numbers.has(Number(number)), `nobody throws ${number}`);
});
