import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  indexOfMove,
  inverse,
  isWhereMoved,
  type ListOwner,
  type Lists,
  listKey,
  type Move,
  moved,
} from '../../web/store/outbox/moves.ts';
import { type Outbox, reconcile, SETTLED_MS, sendable, withAction, withStage } from '../../web/store/outbox/outbox.ts';

const owner = (n: number): ListOwner => ({ type: n === 0 ? 'ORGANIZATION' : 'WORKER', id: String(n) });

/** Some tasks in three lists. */
const someLists = fc.array(fc.nat(2), { minLength: 1, maxLength: 12 }).map((places): Lists => {
  const lists = new Map([0, 1, 2].map((n) => [listKey(owner(n)), [] as string[]]));
  for (const [task, n] of places.entries()) lists.get(listKey(owner(n)))!.push(`t${task}`);
  return lists;
});

const someMove = (lists: Lists) => {
  const all = [...lists.values()].flat();
  return fc
    .record({
      tasks: fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 }),
      to: fc.nat(2).map(owner),
      neighbour: fc.nat(20),
    })
    .map(({ tasks, to, neighbour }): Move => {
      const rest = lists.get(listKey(to))!.filter((id) => !tasks.includes(id));
      return { tasks, to, before: rest[neighbour] ?? null };
    });
};

const plain = (lists: Lists) => Object.fromEntries([...lists].map(([key, list]) => [key, [...list]]));

describe('moves between lists', () => {
  test('lose and double nothing, and can be taken back whole', () => {
    fc.assert(
      fc.property(
        someLists.chain((lists) => fc.record({ lists: fc.constant(lists), move: someMove(lists) })),
        ({ lists, move }) => {
          const after = moved(lists, [move]);
          assert.deepEqual([...after.values()].flat().sort(), [...lists.values()].flat().sort());
          assert.ok(isWhereMoved(after, move));
          const isThere = plain(after)[listKey(move.to)]!.join() === plain(lists)[listKey(move.to)]!.join();
          assert.equal(isWhereMoved(lists, move), isThere);
          assert.deepEqual(plain(moved(after, [move])), plain(after), 'once is as good as twice');
          assert.deepEqual(plain(moved(after, inverse(lists, move.tasks))), plain(lists));
        },
      ),
    );
  });

  test('go to the API by the index of the one before whom they come', () => {
    fc.assert(
      fc.property(
        someLists.chain((lists) => fc.record({ lists: fc.constant(lists), move: someMove(lists) })),
        ({ lists, move }) => {
          const list = lists.get(listKey(move.to))!;
          const rest = list.filter((id) => !move.tasks.includes(id));
          const index = indexOfMove(lists, move);
          const right = index === -1 ? undefined : list.slice(index).find((id) => !move.tasks.includes(id));
          rest.splice(right === undefined ? rest.length : rest.indexOf(right), 0, ...move.tasks);
          assert.deepEqual(moved(lists, [move]).get(listKey(move.to)), rest);
        },
      ),
    );
  });
});

describe('the outbox', () => {
  const action = (id: string, object: string) => ({ id, object, body: id, madeAt: 0 });
  const ids = (outbox: Outbox<string>) => outbox.map(({ id }) => id);

  test('sends one action of an object at a time, in their order', () => {
    let outbox: Outbox<string> = [];
    for (const [id, object] of [
      ['a', 'x'],
      ['b', 'x'],
      ['c', 'y'],
    ] as const)
      outbox = withAction(outbox, action(id, object));
    assert.deepEqual(ids(sendable(outbox)), ['a', 'c']);
    outbox = withStage(outbox, 'a', { stage: 'sending' });
    assert.deepEqual(ids(sendable(outbox)), ['c']);
    outbox = withStage(outbox, 'a', { stage: 'done', answeredAt: 0 });
    assert.deepEqual(ids(sendable(outbox)), ['b', 'c']);
  });

  test('forgets what was taken when the state shows it, or when it never will', () => {
    let outbox = withAction([], action('a', 'x')) as Outbox<string>;
    assert.deepEqual(ids(reconcile(outbox, () => true, 0)), ['a'], 'not before it was answered');
    outbox = withStage(outbox, 'a', { stage: 'done', answeredAt: 0 });
    assert.deepEqual(ids(reconcile(outbox, () => false, 0)), ['a']);
    assert.deepEqual(ids(reconcile(outbox, () => true, 0)), []);
    assert.deepEqual(ids(reconcile(outbox, () => false, SETTLED_MS)), []);
  });
});
