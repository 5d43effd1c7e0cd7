import assert from 'node:assert/strict';
import { beforeEach, mock, type TestContext, test } from 'node:test';
import type { Map as GlMap } from 'maplibre-gl';
import { collectFrames } from '../../web/dispatch/map/collect-frames.ts';

beforeEach((t) => {
  Object.assign(globalThis, { window: globalThis });
  mock.timers.enable({ apis: ['setTimeout'] });
  (t as TestContext).after(() => mock.timers.reset());
});

/** A map of which only the pictures are counted, and the page's clock. */
function startMap(t: TestContext) {
  const state = { drawn: 0, moves: false, now: 1000 };
  t.mock.method(performance, 'now', () => state.now);
  const map = { triggerRepaint: () => void state.drawn++, isMoving: () => state.moves };
  const end = new AbortController();
  const collect = collectFrames(map as unknown as GlMap, end.signal);
  /** Returns the pictures of so many milliseconds. */
  const pass = (ms: number) => {
    const before = state.drawn;
    for (let n = 0; n < ms; n++) {
      state.now++;
      mock.timers.tick(1);
    }
    return state.drawn - before;
  };
  return { map, state, end, collect, pass };
}

test('what arrives within the time is one picture at its end, and the next is as usual', (t) => {
  const { map, state, collect, pass } = startMap(t);
  map.triggerRepaint();
  assert.equal(state.drawn, 1);
  collect(100);
  for (let tile = 0; tile < 5; tile++) {
    map.triggerRepaint();
    assert.equal(pass(10), 0);
  }
  assert.equal(pass(49), 0);
  assert.equal(pass(1), 1);
  map.triggerRepaint();
  assert.equal(state.drawn, 3);
  assert.equal(pass(500), 0);
});

test('a map that somebody moves is drawn at once', (t) => {
  const { map, state, collect } = startMap(t);
  collect(100);
  state.moves = true;
  map.triggerRepaint();
  assert.equal(state.drawn, 1);
});

test('a map that is gone is drawn no more', (t) => {
  const { map, end, collect, pass } = startMap(t);
  collect(100);
  map.triggerRepaint();
  end.abort();
  assert.equal(pass(200), 0);
});
