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
function startMap() {
  const state = { drawn: 0, moves: false, loaded: true };
  const listeners = new Map<string, () => void>();
  const map = {
    triggerRepaint: () => void state.drawn++,
    isMoving: () => state.moves,
    isSourceLoaded: (source: string) => source === 'workers' && state.loaded,
    on: (name: string, listener: () => void) => void listeners.set(name, listener),
  };
  const end = new AbortController();
  const collect = collectFrames(map as unknown as GlMap, end.signal);
  const emit = (name: string) => listeners.get(name)!();
  /** Asks for a picture, and returns how many there are after the events of this moment. */
  const ask = async () => {
    map.triggerRepaint();
    await Promise.resolve();
    return state.drawn;
  };
  /** Draws, and returns how many pictures there are: the library asks for another one at its end. */
  const render = async () => {
    emit('render');
    return await ask();
  };
  return { map, state, end, collect, emit, ask, render };
}

test('the tiles of a change are one picture, as soon as the last is here', async () => {
  const { map, state, collect, ask, render } = startMap();
  assert.equal(await ask(), 1);
  collect('workers');
  // The answer of the library’s worker: for a moment the tiles that it had are all there are.
  map.triggerRepaint();
  state.loaded = false;
  await Promise.resolve();
  for (let tile = 0; tile < 4; tile++) assert.equal(await ask(), 1);
  state.loaded = true;
  assert.equal(await ask(), 2);
  // The picture after it shows the same, and comes with that of the next change.
  assert.equal(await render(), 2);
  mock.timers.tick(1000);
  collect('workers');
  assert.equal(await ask(), 3);
  mock.timers.tick(500);
  assert.equal(state.drawn, 3);
  assert.equal(await render(), 3);
  mock.timers.tick(2000);
  assert.equal(state.drawn, 4);
  // Of that one, and of all that is no change of a source, the next picture is as usual.
  assert.equal(await render(), 5);
  mock.timers.tick(5000);
  assert.equal(state.drawn, 5);
});

test('tiles that do not come are waited for no longer than half a second', async () => {
  const { state, collect, ask } = startMap();
  state.loaded = false;
  collect('workers');
  assert.equal(await ask(), 0);
  mock.timers.tick(400);
  collect('workers');
  mock.timers.tick(99);
  assert.equal(state.drawn, 0);
  mock.timers.tick(1);
  assert.equal(state.drawn, 1);
});

test('a map that somebody moves is drawn at once', async () => {
  const { state, collect, emit, ask, render } = startMap();
  state.loaded = false;
  collect('workers');
  emit('movestart');
  assert.equal(state.drawn, 1);
  collect('workers');
  state.moves = true;
  assert.equal(await ask(), 2);
  assert.equal(await render(), 3);
});

test('a map that is gone is drawn no more', async () => {
  const { state, end, collect, ask } = startMap();
  collect('workers');
  end.abort();
  assert.equal(await ask(), 0);
  mock.timers.tick(5000);
  assert.equal(state.drawn, 0);
});
