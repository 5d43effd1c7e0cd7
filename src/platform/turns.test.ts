import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns } from './turns.ts';

test('so many at a time, in order, also when one fails', async () => {
  const inTurn = inTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  let most = 0;
  let now = 0;
  const work = (n: number) =>
    inTurn(async () => {
      begun.push(n);
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => ends.push(resolve));
      now--;
      if (n === 1) throw new Error('it fails');
      return n;
    });
  const all = Promise.allSettled([1, 2, 3, 4, 5].map(work));
  while (begun.length < 5 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const results = await all;
  assert.deepEqual(begun, [1, 2, 3, 4, 5]);
  assert.equal(most, 2);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  );
  assert.equal(await inTurn(async () => 'free again'), 'free again');
});
