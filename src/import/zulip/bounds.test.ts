import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldRows } from '../json-rows.ts';
import { withoutCircles } from './read-groups.ts';

test('rows in memory have a bound, in their number and in bytes', () => {
  const held = new HeldRows({ rows: 2, bytes: 3 * 2 ** 20 });
  held.add({ bytes: 2 ** 20 }, 'a.json');
  held.add({ bytes: 2 ** 20 }, 'a.json');
  assert.throws(() => held.add({ bytes: 1 }, 'a.json'), /a\.json has more than 2 rows that are needed at once/);
  const large = new HeldRows({ rows: 2, bytes: 3 * 2 ** 20 });
  large.add({ bytes: 3 * 2 ** 20 }, 'b.json');
  assert.throws(() => large.add({ bytes: 1 }, 'b.json'), /b\.json has more than 3 MiB that are needed at once/);
});

test('a chain of 100,000 groups, held by all before them, is a moment of work', () => {
  const count = 100_000;
  const groups = Array.from({ length: count }, (_, n) => ({
    sourceId: String(n),
    subgroups: [String(n + 1), String((n + count / 2) % count), '0'],
  }));
  const begun = performance.now();
  const found = withoutCircles(groups);
  assert.ok(performance.now() - begun < 3000, `${performance.now() - begun} ms`);
  assert.deepEqual(found[0]!.subgroups, ['1', '50000']);
  assert.deepEqual(found.at(-1)!.subgroups, [String(count)], 'those that hold it are left out');
});

test('circles are open where they close, and other groups stay', () => {
  const own = (sourceId: string, ...subgroups: (string | { systemGroup: 'role:owners' })[]) => ({
    sourceId,
    subgroups,
  });
  const owners = { systemGroup: 'role:owners' } as const;
  assert.deepEqual(withoutCircles([own('a', 'a', 'b', owners), own('b', 'c'), own('c', 'a', 'd'), own('d', 'd')]), [
    own('a', 'b', owners),
    own('b', 'c'),
    own('c', 'd'),
    own('d'),
  ]);
  assert.deepEqual(withoutCircles([own('a', 'c'), own('b', 'c', 'a'), own('c')]), [
    own('a', 'c'),
    own('b', 'c', 'a'),
    own('c'),
  ]);
});
