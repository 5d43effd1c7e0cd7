import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  agedPoints,
  changedWorkers,
  changeOf,
  type MapPoint,
  movedPoints,
  pointChanges,
  workerPoints,
} from '../../web/dispatch/map/features.ts';
import { planeRings } from '../../web/dispatch/map/plane-rings.ts';
import { positionText, readPosition } from '../../web/dispatch/map/position-text.ts';
import { groupsUpTo } from '../../web/dispatch/map/style.ts';
import { nameIn } from '../../web/shared/map/layer.ts';
import type { Position } from '../../web/store/dispatch/state.ts';
import type { LiveWorker } from '../../web/store/wire/dispatch.ts';

describe('an outline on a sphere, on the plane', () => {
  test('a ring that crosses the 180th meridian goes on beyond it', () => {
    const fiji = [
      [179, -17],
      [-179, -17],
      [-179, -16],
      [179, -16],
      [179, -17],
    ];
    assert.deepEqual(planeRings([fiji])[0]!.slice(0, 3), [
      [179, -17],
      [181, -17],
      [181, -16],
    ]);
    const [first, last] = [planeRings([fiji])[0]![0], planeRings([fiji])[0]!.at(-1)];
    assert.deepEqual(first, last);
  });

  test('one around a pole is closed along it, and what only a pole sees is left out', () => {
    const antarctica = [-120, 0, 120, -120].map((lon) => [lon, -70]);
    const [ring] = planeRings([antarctica]);
    assert.deepEqual(ring!.slice(-3), [
      [240, -90],
      [-120, -90],
      [-120, -70],
    ]);
    assert.deepEqual(planeRings([[0, 120, -120, 0].map((lon) => [lon, -89])]), []);
  });

  test('any other ring stays as it is', () => {
    const square = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    assert.deepEqual(planeRings([square]), [square]);
  });
});

test('only what changed is handed to the map', () => {
  const point = (id: string, lon: number, age = 'fresh'): MapPoint => ({ id, at: [lon, 0], properties: { age } });
  const drawn = new Map(
    [point('same', 1), point('moved', 2), point('older', 3), point('gone', 4)].map((p) => [p.id, p]),
  );
  const wanted = [point('same', 1), point('moved', 2.5), point('older', 3, 'old'), point('new', 5)];
  const { changed, removed } = pointChanges(drawn, wanted);
  assert.deepEqual([changed.map(({ id }) => id), removed], [['moved', 'older', 'new'], ['gone']]);
});

test('where workers are groups, one who moved by a few pixels stays as drawn, and is not lost', () => {
  const worker = { id: 'one', name: 'One', onDuty: true } as LiveWorker;
  const at = (lon: number, lat: number, located = 0) =>
    ({ lon, lat, located, seen: located, battery: null, delay: null }) satisfies Position;
  const workers = new Map([['one', worker]]);
  const drawn = new Map(
    workerPoints({ workers, positions: new Map([['one', at(10, 60)]]) }, new Map(), 0).map((point) => [
      point.id,
      point,
    ]),
  );
  const changed = (to: Position, step: number, now = 0) =>
    movedPoints(
      drawn,
      new Set(['one']),
      { workers, positions: new Map([['one', to]]) },
      new Map(),
      now,
      step,
    ).changed.map((point) => point.at);
  assert.deepEqual(changed(at(10.09, 60.04), 0.1), []);
  assert.deepEqual(changed(at(10.11, 60), 0.1), [[10.11, 60]]);
  // A degree of latitude is twice as high at 60° as it is wide.
  assert.deepEqual(changed(at(10, 60.06), 0.1), [[10, 60.06]]);
  assert.deepEqual(changed(at(10.09, 60.04), 0.01), [[10.09, 60.04]]);
  assert.deepEqual(changed(at(10.000001, 60), 0), [[10.000001, 60]]);
  // What else is drawn of a worker is never late.
  assert.deepEqual(changed(at(10.09, 60), 0.1, 4 * 60_000), [[10.09, 60]]);
});

test('of thousands of workers those who moved are looked at, and ages when time goes by', () => {
  const now = 1_700_000_000_000;
  const worker = (id: string, onDuty = true) => [id, { id, name: id, onDuty } as LiveWorker] as const;
  const at = (lon: number | null, located = now) =>
    ({ lon, lat: lon, located, seen: located, battery: null, delay: null }) satisfies Position;
  const workers = new Map([worker('moved'), worker('still'), worker('gone home', false), worker('came')]);
  const positions = new Map([
    ['moved', at(1)],
    ['still', at(2, now - 4 * 60_000)],
    ['gone home', at(3)],
    ['came', at(null)],
  ]);
  const state = { workers, positions };
  const drawn = new Map(workerPoints(state, new Map(), now).map((point) => [point.id, point]));
  assert.deepEqual([...drawn.keys()], ['moved', 'still']);
  drawn.set('gone home', { ...drawn.get('moved')!, id: 'gone home' });
  positions.set('moved', at(1.5)).set('came', at(4)).set('still', at(2.5));
  const ids = new Set(['moved', 'gone home', 'came', 'deleted']);
  const { changed, removed } = movedPoints(drawn, ids, state, new Map([['came', []]]), now, 0);
  assert.deepEqual(
    changed.map(({ id, at: [lon], properties }) => [id, lon, properties.active]),
    [
      ['moved', 1.5, false],
      ['came', 4, true],
    ],
  );
  assert.deepEqual(removed, ['gone home']);
  assert.deepEqual(changeOf(drawn.get('moved'), changed[0]!), [
    { id: 'moved', newGeometry: { type: 'Point', coordinates: [1.5, 1.5] } },
  ]);
  const [before, next] = [new Set(['moved']), new Set(['came'])];
  const busy = (...workers: string[]) => new Map(workers.map((id) => [id, []]));
  const again = (moved: ReadonlySet<string>, active: ReadonlyMap<string, unknown>) => [
    ...changedWorkers({ moved: before, active: busy('still', 'done') }, { moved, active }),
  ];
  // A change of something else looks at no worker, however many there are.
  assert.deepEqual(again(before, busy('done', 'still')), []);
  assert.deepEqual(again(next, busy('still', 'begun')), ['came', 'begun', 'done']);
  const later = agedPoints(drawn, positions, now + 2 * 60_000);
  assert.deepEqual(
    later.changed.map(({ id, properties }) => [id, properties.age]),
    [
      ['moved', 'old'],
      ['gone home', 'old'],
    ],
  );
  assert.deepEqual(changeOf(drawn.get('moved'), later.changed[0]!)[0]!.addOrUpdateProperties, [
    { key: 'age', value: 'old' },
  ]);
});

test('a large fleet is in groups down to single streets, a small one above its town only', () => {
  assert.deepEqual(
    [0, 500, 501].map((count) => groupsUpTo('workers', count)),
    [8, 8, 12],
  );
  assert.deepEqual(
    [0, 500, 501].map((count) => groupsUpTo('tasks', count)),
    [8, 8, 17],
  );
});

test("names of streets and towns are the reader's, where the tiles know them", () => {
  assert.deepEqual(nameIn('de-AT'), ['coalesce', ['get', 'name:de'], ['get', 'name']]);
});

test('a position is read as people write it, latitude first', () => {
  assert.deepEqual(readPosition(positionText([-122.4000004, 37.78])), [-122.4, 37.78]);
  assert.deepEqual(
    [readPosition(' 37.78;-122.4 '), readPosition('-1 2')],
    [
      [-122.4, 37.78],
      [2, -1],
    ],
  );
  for (const text of ['', '37.78', '91, 0', '0, 181', '1, 2, 3', 'here']) assert.equal(readPosition(text), undefined);
});
