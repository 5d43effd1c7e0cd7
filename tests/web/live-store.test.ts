import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyChange } from '../../web/store/dispatch/apply.ts';
import { type DispatchState, emptyState, type Touched } from '../../web/store/dispatch/state.ts';
import type { LiveChange, LiveContainer } from '../../web/store/wire/dispatch.ts';

/** A state with what a page knows of `w`, a worker, and of `t`, a team. */
function known(): DispatchState {
  const state = emptyState();
  const container = (id: string, owner: string) =>
    state.containers.set(id, { id, type: 'WORKER', owner, version: 1, tasks: [] } as LiveContainer);
  for (const id of ['w', 't']) {
    container(`list of ${id}`, id);
    state.positions.set(id, { lon: 0, lat: 0 } as never);
    state.devices.set(id, {} as never);
  }
  return state;
}

test('whoever is gone leaves no position, device or list, and takes nobody else along', () => {
  for (const [kind, id, other] of [
    ['worker', 'w', 't'],
    ['team', 't', 'w'],
  ] as const) {
    const state = known();
    const touched: Touched = new Set();
    applyChange(state, { op: 'remove', kind, id } as LiveChange, touched);
    for (const map of [state.positions, state.devices]) assert.deepEqual([...map.keys()], [other], kind);
    assert.deepEqual([...state.containers.keys()], [`list of ${other}`], kind);
    assert.deepEqual([...touched].sort(), [`container ${id}`, `${kind} ${id}`]);
  }
  const state = known();
  applyChange(state, { op: 'remove', kind: 'hub', id: 'w' } as LiveChange, new Set());
  assert.equal(state.positions.size, 2, 'another kind may have the same ID');
});
