import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tilesAround } from '../../web/store/driver/day-area.ts';

test('the tiles around a stop and those around it, from its streets to the way there', () => {
  const tiles = tilesAround([[13.4, 52.5]], { minZoom: 0, maxZoom: 15 }, 1000);
  assert.deepEqual([...new Set(tiles.map(([z]) => z))], [14, 13, 12, 11, 10]);
  assert.equal(tiles.length, 5 * 9);
  assert.ok(tiles.some((tile) => tile.join('/') === '14/8801/5374'));
});

test('tiles of stops next to each other are named once, and no more than may be', () => {
  const zooms = { minZoom: 0, maxZoom: 14 };
  const one = tilesAround([[13.4, 52.5]], zooms, 1000);
  assert.equal(
    tilesAround(
      [
        [13.4, 52.5],
        [13.4, 52.5],
      ],
      zooms,
      1000,
    ).length,
    one.length,
  );
  assert.deepEqual(
    tilesAround(
      [
        [13.4, 52.5],
        [14.4, 52.5],
      ],
      zooms,
      50,
    ).slice(0, 45),
    one,
  );
  assert.equal(
    tilesAround(
      [
        [13.4, 52.5],
        [14.4, 52.5],
      ],
      zooms,
      50,
    ).length,
    50,
  );
});

test('a file of few zooms, the edge of the world and its seam', () => {
  assert.deepEqual([...new Set(tilesAround([[0, 0]], { minZoom: 12, maxZoom: 12 }, 100).map(([z]) => z))], [12]);
  assert.deepEqual([...new Set(tilesAround([[0, 0]], { minZoom: 0, maxZoom: 8 }, 100).map(([z]) => z))], [8]);
  for (const place of [
    [180, 0],
    [-180, 0],
    [0, 85],
    [0, -85],
  ] as const)
    for (const [z, x, y] of tilesAround([place], { minZoom: 10, maxZoom: 10 }, 100))
      assert.ok(x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z, `${place}: ${z}/${x}/${y}`);
});

test('at the ends of the world there are no rows beyond them', () => {
  const rows = (latitude: number) => {
    const tiles = tilesAround([[0, latitude]], { minZoom: 10, maxZoom: 10 }, 100);
    return [tiles.length, ...new Set(tiles.map(([, , y]) => y))];
  };
  assert.deepEqual(rows(85.05), [6, 0, 1]);
  assert.deepEqual(rows(-85.05), [6, 1022, 1023]);
});
