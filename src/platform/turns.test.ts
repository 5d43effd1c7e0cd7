import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns, TooManyWaiting, type TurnOptions, type TurnOwner } from './turns.ts';

/** A queue whose pieces of work end when they are told to; `started` names them in their order. */
function gate(options: TurnOptions) {
  const inTurn = inTurns(options);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, owner: TurnOwner) =>
    inTurn(owner, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name.endsWith('!')) throw new Error(name);
    });
  /** Ends the piece that has run longest. */
  const endOne = async () => {
    await settled();
    ends.shift()!();
    await settled();
  };
  return { started, ask, endOne };
}

/** Whoever can start has started. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const of = (organizationId: string, person?: number): TurnOwner => ({ organizationId, person });

test('turns go round by organization, and by person within it', async () => {
  const { started, ask, endOne } = gate({ atOnce: 1, maxWaiting: 100 });
  const all = [
    ask('a1', of('A', 1)),
    ask('a2', of('A', 1)),
    ask('a3!', of('A', 1)),
    ask('a4', of('A', 2)),
    ask('b1', of('B', 1)),
    ask('b2', of('B', 1)),
    ask('c1', of('C', 1)),
  ];
  const outcomes = Promise.allSettled(all);
  await settled();
  while (started.length < all.length) await endOne();
  await endOne();
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'a4', 'b2', 'a3!']);
  assert.deepEqual(
    (await outcomes).map(({ status }) => status === 'fulfilled'),
    [true, true, false, true, true, true, true],
  );
});

test('so many run at a time, and of one organization fewer where that is said', async () => {
  const { started, ask, endOne } = gate({ atOnce: 3, atOnceOfOne: 2, maxWaiting: 100 });
  const all = [ask('a1', of('A')), ask('a2', of('A')), ask('a3', of('A'))];
  await settled();
  assert.deepEqual(started, ['a1', 'a2']);
  all.push(ask('b1', of('B')), ask('b2', of('B')));
  await settled();
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
  await endOne();
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3']);
  await endOne();
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3', 'b2']);
  for (let left = 3; left > 0; left--) await endOne();
  await Promise.all(all);
});

test('what is urgent goes before the rest of its organization, not before others', async () => {
  const { started, ask, endOne } = gate({ atOnce: 1, maxWaiting: 100 });
  const all = [ask('a1', of('A')), ask('a2', of('A')), ask('b1', of('B'))];
  all.push(ask('b2', of('B')), ask('proof', { ...of('B'), isUrgent: true }));
  for (let left = all.length; left > 0; left--) await endOne();
  assert.deepEqual(started, ['a1', 'a2', 'proof', 'b1', 'b2']);
  await Promise.all(all);
});

test('as many wait as may: of one organization, and of all', async () => {
  const { started, ask, endOne } = gate({ atOnce: 1, maxWaiting: 4, maxWaitingOfOne: 2 });
  const all = ['a1', 'a2', 'a3'].map((name) => ask(name, of('A')));
  await assert.rejects(ask('a4', of('A')), TooManyWaiting);
  all.push(ask('b1', of('B')), ask('c1', of('C')));
  await assert.rejects(ask('d1', of('D')), TooManyWaiting);
  await endOne();
  // A place is free again, of A as well.
  all.push(ask('a5', of('A')));
  for (let left = all.length - 1; left > 0; left--) await endOne();
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'a3', 'a5']);
  await Promise.all(all);
});

test('a fourth of the places is for one organization where nothing is said', async () => {
  const { ask, endOne } = gate({ atOnce: 1, maxWaiting: 8 });
  const all = ['a1', 'a2', 'a3'].map((name) => ask(name, of('A')));
  await assert.rejects(ask('a4', of('A')), TooManyWaiting);
  for (let left = all.length; left > 0; left--) await endOne();
  await Promise.all(all);
});
