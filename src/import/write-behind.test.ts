import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBehind } from './write-behind.ts';

/** Batches that note when they are read. */
async function* numbers(noted: string[], until: number): AsyncGenerator<number> {
  for (let n = 1; n <= until; n++) {
    noted.push(`read ${n}`);
    yield n;
  }
}

test('a batch is written while the next one is read, and never beside another', async () => {
  const noted: string[] = [];
  const ends: (() => void)[] = [];
  const done = writeBehind(numbers(noted, 3), async (n) => {
    noted.push(`write ${n}`);
    await new Promise<void>((resolve) => ends.push(resolve));
    noted.push(`end ${n}`);
  });
  for (let n = 0; n < 3; n++) {
    await new Promise((resolve) => setImmediate(resolve));
    ends[n]!();
  }
  await done;
  assert.deepEqual(noted, [
    ...['read 1', 'write 1', 'read 2', 'end 1', 'write 2', 'read 3', 'end 2', 'write 3', 'end 3'],
  ]);
});

test('an error of writing ends it before the next batch is written', async () => {
  const noted: string[] = [];
  const failing = writeBehind(numbers(noted, 4), async (n) => {
    noted.push(`write ${n}`);
    throw new Error('full');
  });
  await assert.rejects(failing, /full/);
  assert.deepEqual(noted, ['read 1', 'write 1', 'read 2']);
});

test('after an error of reading, the batch before it is still written to its end', async () => {
  const noted: string[] = [];
  async function* broken() {
    yield 1;
    throw new Error('cut off');
  }
  const failing = writeBehind(broken(), async () => {
    await new Promise((resolve) => setImmediate(resolve));
    noted.push('written');
  });
  await assert.rejects(failing, /cut off/);
  assert.deepEqual(noted, ['written']);
});
