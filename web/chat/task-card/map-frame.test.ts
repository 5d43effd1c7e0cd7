import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameOf, MAP_SIZE } from './map-frame.ts';

const near = (value: number, wanted: number, by = 0.5) =>
  assert.ok(Math.abs(value - wanted) < by, `${value} ${wanted}`);

test('one place lies in the middle of two kilometres', () => {
  const { pointOf, box, bar } = frameOf([-122.4, 37.78]);
  assert.deepEqual(pointOf([-122.4, 37.78]), [MAP_SIZE.width / 2, MAP_SIZE.height / 2]);
  near((box[2] - box[0]) * 111.195 * Math.cos((37.78 * Math.PI) / 180), 2, 0.01);
  assert.deepEqual([bar.metres, Math.round(bar.width)], [500, 50]);
});

test('two places are both within the margin, north above and east to the right', () => {
  for (const other of [
    [-121.9, 37.3],
    [-122.4, 38.9],
    [-122.9, 37.78],
    [13.4, 52.5],
  ] as const) {
    const { pointOf, bar } = frameOf([-122.4, 37.78], other);
    const [from, to] = [pointOf([-122.4, 37.78]), pointOf(other)];
    for (const [x, y] of [from, to])
      assert.ok(x > 19 && x < MAP_SIZE.width - 19 && y > 19 && y < MAP_SIZE.height - 19, `${other} at ${x} ${y}`);
    assert.equal(to[1] <= from[1], other[1] >= 37.78);
    assert.equal(to[0] >= from[0], other[0] >= -122.4);
    assert.ok(bar.width > 20 && bar.width <= 64);
  }
});

test('the shorter path crosses the date line, and the box stays within the world', () => {
  const { pointOf, box } = frameOf([179.99, -18], [-179.99, -18]);
  const [[from], [to]] = [pointOf([179.99, -18]), pointOf([-179.99, -18])];
  assert.ok(to! > from! && to! - from! < MAP_SIZE.width);
  assert.ok(box[0] > 179 && box[2] === 180);
  const [west, south, east, north] = frameOf([0, 90]).box;
  assert.ok(west >= -180 && south >= -90 && east <= 180 && north === 90);
});
