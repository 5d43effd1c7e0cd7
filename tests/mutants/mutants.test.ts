import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misfit, readMutants } from './mutants.ts';

test('every seeded fault still fits the file that it is for, and names a test that is there', async () => {
  const mutants = await readMutants();
  const wrong = await Promise.all(
    mutants.map(async (mutant) => {
      const reason = await misfit(mutant);
      return reason === undefined ? [] : [`${mutant.at} (${mutant.file}): ${reason}`];
    }),
  );
  assert.deepEqual(wrong.flat(), []);
  assert.ok(mutants.length >= 150, `only ${mutants.length}`);
  assert.ok(mutants.filter(({ test }) => !test).length <= 0.05 * mutants.length, 'too many that no test tells');
});
