import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf, GroupCommit } from './group-commit.ts';

interface Entry {
  key: string;
  n: number;
}

const refusal = () => Object.assign(new Error('taken'), { code: '23505' });
const lost = () => new Error('Connection terminated unexpectedly');
const entries = (count: number, key = 'a') => Array.from({ length: count }, (_, n): Entry => ({ key, n }));

function commits(writeAll: (batch: readonly Entry[]) => Promise<readonly (string | undefined)[]>) {
  const batches: number[][] = [];
  const alone: number[] = [];
  const group = new GroupCommit<Entry, string>({
    keyOf: ({ key }) => key,
    choose: (waiting) => firstOf(waiting, 4),
    async writeAll(batch) {
      batches.push(batch.map(({ n }) => n));
      return writeAll(batch);
    },
    async writeOne({ n }) {
      alone.push(n);
      if (n === 2) throw refusal();
      return `alone ${n}`;
    },
  });
  return { group, batches, alone };
}

const all = async (batch: readonly Entry[]) => batch.map(({ n }) => `done ${n}`);

test('what waits while a batch is written goes together, in order, so many at a time', async () => {
  const { group, batches } = commits(all);
  const results = await Promise.all(entries(9).map((entry) => group.write(entry)));
  assert.deepEqual(batches, [[0], [1, 2, 3, 4], [5, 6, 7, 8]]);
  assert.equal(results[8], 'done 8');
});

test('when one spoils a batch each is tried by itself, and only that one fails', async () => {
  const { group, alone } = commits(async (batch) => {
    if (batch.some(({ n }) => n === 2)) throw refusal();
    return all(batch);
  });
  const results = await Promise.allSettled(entries(5).map((entry) => group.write(entry)));
  assert.deepEqual(alone, [1, 2, 3, 4]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
});

test('a lost connection fails the whole batch, which may have been committed, and not the next', async () => {
  let times = 0;
  const { group, alone } = commits(async (batch) => {
    if (++times === 2) throw lost();
    return all(batch);
  });
  const results = await Promise.allSettled(entries(6).map((entry) => group.write(entry)));
  assert.deepEqual(alone, []);
  assert.deepEqual(
    results.map(({ status }) => status === 'fulfilled'),
    [true, false, false, false, false, true],
  );
});

test('what a batch passes over is written alone and keeps nobody waiting; keys go side by side', async () => {
  const { group, alone, batches } = commits(async (batch) => batch.map(({ n }) => (n === 0 ? undefined : `done ${n}`)));
  const results = await Promise.all([...entries(2), ...entries(2, 'b')].map((entry) => group.write(entry)));
  assert.deepEqual(results, ['alone 0', 'done 1', 'alone 0', 'done 1']);
  assert.deepEqual(alone, [0, 0]);
  assert.deepEqual(batches, [[0], [0], [1], [1]]);
});

test('a batch that cannot be chosen rejects what waits, and the next write is a new start', async () => {
  let isBroken = true;
  const group = new GroupCommit<Entry, string>({
    keyOf: ({ key }) => key,
    choose: (waiting) => (isBroken ? { batch: [], left: [...waiting] } : firstOf(waiting, 4)),
    writeAll: all,
    writeOne: async ({ n }) => `alone ${n}`,
  });
  await assert.rejects(group.write({ key: 'a', n: 0 }), /a batch has an entry/);
  isBroken = false;
  assert.equal(await group.write({ key: 'a', n: 1 }), 'done 1');
});
