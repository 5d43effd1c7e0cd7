import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightOfRows, indexAfterChange, rangeAround } from '../../web/chat/list/range.ts';

test('what is seen is drawn, and a part beyond each edge', () => {
  const range = rangeAround({ count: 1000, heightOf: () => 100, anchor: 500, offset: -20, viewport: 800 });
  assert.deepEqual(range, { from: 494, to: 515 });
});

test('at both ends it stops', () => {
  const options = { count: 10, heightOf: () => 100, viewport: 800 };
  assert.deepEqual(rangeAround({ ...options, anchor: 0, offset: 0 }), { from: 0, to: 10 });
  assert.deepEqual(rangeAround({ ...options, anchor: 9, offset: 700 }), { from: 0, to: 10 });
  assert.deepEqual(rangeAround({ ...options, count: 0, anchor: 0, offset: 0 }), { from: 0, to: 0 });
});

test('rows of no height are bounded, however high the window is', () => {
  const { from, to } = rangeAround({ count: 5000, heightOf: () => 1, anchor: 2500, offset: 0, viewport: 4000 });
  assert.ok(from <= 2500 && to > 2500);
  assert.ok(to - from <= 150, `${to - from} rows`);
});

test('the place of a row that is gone is that of its neighbour', () => {
  const present = new Map(['a', 'd'].map((key, index) => [key, index]));
  const earlier = ['a', 'b', 'c', 'd', 'e'];
  assert.equal(indexAfterChange('d', earlier, present), 1);
  assert.equal(indexAfterChange('b', earlier, present), 1, 'the next');
  assert.equal(indexAfterChange('e', earlier, present), 1, 'the one before');
  assert.equal(indexAfterChange('z', earlier, present), undefined);
  assert.equal(
    heightOfRows(1, 4, (index) => index * 10),
    60,
  );
});
