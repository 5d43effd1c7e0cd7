import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FairSlots, NoSlot } from './fair-slots.ts';

const halfOfTheRest = { total: 16, mayTake: (own: number, free: number) => own < 2 * free, patienceMs: 20 };

test('one key never has all slots, however many it asks for, and others find free ones', async () => {
  const slots = new FairSlots(halfOfTheRest);
  const taken: (() => void)[] = [];
  const greedy = Array.from({ length: 40 }, () =>
    slots.take('a').then(
      (release) => void taken.push(release),
      (error) => error,
    ),
  );
  await turn();
  const most = taken.length;
  assert.ok(most >= 8 && most < 16, `${most}`);
  for (const other of ['b', 'c', 'd']) (await slots.take(other))();
  assert.ok((await Promise.all(greedy)).filter((result) => result instanceof NoSlot).length === 40 - most);
  for (const release of taken) release();
  // Nothing is left behind: the same again.
  const again = await Promise.all(Array.from({ length: most }, () => slots.take('a')));
  assert.equal(again.length, most);
});

test('those of one key are served in order, and keys take turns', async () => {
  const slots = new FairSlots({ total: 1, mayTake: () => true, patienceMs: 1000 });
  const first = await slots.take('a');
  const order: string[] = [];
  const asked = ['a1', 'a2', 'b1', 'b2'].map((name) =>
    slots.take(name[0]!).then((release) => {
      order.push(name);
      release();
    }),
  );
  first();
  first();
  await Promise.all(asked);
  assert.deepEqual(order, ['a1', 'b1', 'a2', 'b2']);
});

test('a slot that is let go twice is there once', async () => {
  const slots = new FairSlots({ total: 1, mayTake: () => true, patienceMs: 20 });
  const release = await slots.take('a');
  release();
  release();
  await slots.take('b');
  await assert.rejects(slots.take('c'), NoSlot);
});
