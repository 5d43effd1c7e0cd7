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
  shownMoves,
} from '../../web/store/outbox/moves.ts';
import {
  type Outbox,
  reconcile,
  SETTLED_MS,
  sendable,
  withAction,
  withoutAction,
  withStage,
} from '../../web/store/outbox/outbox.ts';

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

  test('are shown also when a later move put their tasks elsewhere before the lists ever showed them', () => {
    const worker = { type: 'WORKER', id: 'dora' } as const;
    const nobody = { type: 'ORGANIZATION', id: 'couriers' } as const;
    const answered = [
      { id: 'unassigned', body: { tasks: ['one'], to: nobody, before: null } },
      { id: 'assigned', body: { tasks: ['one'], to: worker, before: null } },
      { id: 'another', body: { tasks: ['two'], to: nobody, before: null } },
    ];
    const lists = new Map([
      [listKey(worker), ['one', 'two']],
      [listKey(nobody), []],
    ]);
    assert.deepEqual([...shownMoves(lists, answered)], []);
    lists.set(listKey(worker), ['two', 'one']);
    assert.deepEqual([...shownMoves(lists, answered)].sort(), ['assigned', 'unassigned']);
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

test('without a move the lists are the same; a place that is gone is the end', () => {
  const lists: Lists = new Map([['TEAM t', ['a', 'b']]]);
  assert.equal(moved(lists, []), lists);
  const to = { type: 'TEAM', id: 't' } as const;
  assert.deepEqual(moved(lists, [{ tasks: ['c'], to, before: 'gone' }]).get('TEAM t'), ['a', 'b', 'c']);
  assert.equal(indexOfMove(lists, { tasks: ['c'], to, before: 'gone' }), -1);
  assert.equal(indexOfMove(lists, { tasks: ['c'], to: { type: 'WORKER', id: 'w' }, before: 'a' }), -1);
  const after = moved(lists, [{ tasks: ['a'], to: { type: 'WORKER', id: 'w' }, before: null }]);
  assert.deepEqual(plain(after), { 'TEAM t': ['b'], 'WORKER w': ['a'] });
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

  test('is the same where nothing went, and without an action that was dropped', () => {
    const outbox = withAction(withAction([], action('a', 'x')), action('b', 'y')) as Outbox<string>;
    assert.equal(
      reconcile(outbox, () => true, SETTLED_MS),
      outbox,
    );
    assert.deepEqual(ids(withoutAction(outbox, 'a')), ['b']);
    const refused = withStage(outbox, 'a', { stage: 'refused', answeredAt: 0 });
    assert.deepEqual(ids(reconcile(refused, () => true, SETTLED_MS)), ['a', 'b']);
    assert.deepEqual(ids(sendable(refused)), ['b']);
    const answered = withStage(outbox, 'a', { stage: 'done', answeredAt: 0 });
    assert.deepEqual(ids(reconcile(answered, () => false, SETTLED_MS - 1)), ['a', 'b']);
    const untimed = withStage(outbox, 'a', { stage: 'done' });
    assert.deepEqual(ids(reconcile(untimed, () => false, SETTLED_MS)), ['a', 'b']);
  });
});
