import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyChange, applyPositions, Gap, put } from '../../web/store/dispatch/apply.ts';
import { LiveState } from '../../web/store/dispatch/live-state.ts';
import { type DispatchState, emptyState, type Touched } from '../../web/store/dispatch/state.ts';
import type { LiveChange, LiveContainer, WatchLivePositions } from '../../web/store/wire/dispatch.ts';

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

const task = (id: string, given: object = {}) =>
  ({ id, state: 1, dependencies: [], completionDetails: { time: null }, ...given }) as never;
const done = (id: string, time: number | null, state = 3) => task(id, { state, completionDetails: { time } });

test('a task or a plan that ended before the time from which things are held is dropped, one at that time is kept', () => {
  const state = { ...emptyState(), completedSince: 1000 };
  const tasks = (...given: never[]) => {
    for (const item of given) put(state, { kind: 'task', item }, new Set());
    return [...state.tasks.keys()];
  };
  assert.deepEqual(tasks(done('a', 999), done('b', 1000), done('c', null), done('d', 999, 2)), ['b', 'c', 'd']);
  assert.deepEqual(tasks(done('b', 999)), ['c', 'd']);
  for (const [id, actualEndTime] of [
    ['p', 999],
    ['q', 1000],
    ['r', null],
  ] as const)
    put(state, { kind: 'routePlan', item: { id, actualEndTime } as never }, new Set());
  assert.deepEqual([...state.routePlans.keys()], ['q', 'r']);
});

test('a task that is gone is waited for by none', () => {
  const state = emptyState();
  for (const item of [task('a'), task('b', { dependencies: ['a', 'c'] }), task('c', { dependencies: ['d'] })])
    put(state, { kind: 'task', item }, new Set());
  const touched: Touched = new Set();
  applyChange(state, { op: 'remove', kind: 'task', id: 'a' } as LiveChange, touched);
  assert.deepEqual(
    [...state.tasks.values()].map(({ dependencies }) => dependencies),
    [['c'], ['d']],
  );
  assert.deepEqual([...touched].sort(), ['task a', 'task b']);
  const other: Touched = new Set();
  applyChange(state, { op: 'change', kind: 'recipient', id: 'r' } as never, other);
  assert.deepEqual([...other], ['recipient r']);
});

test('a list is changed in the order of its versions, and one that is missing is a gap', () => {
  const state = emptyState();
  const touched: Touched = new Set();
  const splice = (version: number, removed: string[], inserted?: { index: number; ids: string[] }) => {
    const item = { id: 'l', type: 'TEAM', owner: 't', removed, inserted, version };
    applyChange(state, { op: 'splice', kind: 'container', item } as never, touched);
    return state.containers.get('l')!.tasks;
  };
  assert.deepEqual(splice(1, [], { index: 0, ids: ['a', 'b', 'c'] }), ['a', 'b', 'c']);
  assert.deepEqual([...touched], ['container t']);
  assert.deepEqual(splice(2, ['a'], { index: 1, ids: ['d'] }), ['b', 'd', 'c']);
  assert.deepEqual(splice(2, ['b']), ['b', 'd', 'c']);
  assert.throws(() => splice(4, []), Gap);
  const whole = (version: number, tasks: string[]) => {
    const item = { id: 'l', type: 'TEAM', owner: 't', version, tasks } as never;
    put(state, { kind: 'container', item }, new Set());
    return state.containers.get('l')!.tasks;
  };
  assert.deepEqual(whole(1, ['x']), ['b', 'd', 'c']);
  assert.deepEqual(whole(2, ['y']), ['y']);
});

test('positions: the latest counts, what a frame does not name stays, and an unknown number is nobody', () => {
  const state = emptyState();
  const frame = (given: object): Touched => {
    const touched: Touched = new Set();
    const nothing = {
      at: 1000,
      ids: {},
      w: [],
      lon: [],
      lat: [],
      age: [],
      seen: {},
      battery: {},
      delay: {},
      devices: {},
    };
    applyPositions(state, { ...nothing, ...given } as unknown as WatchLivePositions, touched);
    return touched;
  };
  const first = { ids: { 7: 'w' }, w: [7, 9], lon: [1_234_567, 0], lat: [-100_000, 0], age: [40, 0] };
  assert.deepEqual([...frame({ ...first, battery: { 7: 0.5 }, delay: { 7: 60 } })], ['w']);
  const held = { lon: 12.34567, lat: -1, located: 960, seen: 960, battery: 0.5, delay: 60 };
  assert.deepEqual(state.positions.get('w'), held);
  assert.equal(state.devices.get('w')!.platform, null);
  frame({
    w: [7],
    lon: [null],
    lat: [null],
    age: [null],
    seen: { 7: 10 },
    delay: { 7: null },
    devices: { 7: { platform: 'IOS' } },
  });
  assert.deepEqual(state.positions.get('w'), { ...held, lon: null, lat: null, located: null, seen: 990, delay: null });
  assert.equal(state.devices.get('w')!.platform, 'IOS');
  assert.equal(state.positions.size, 1);
});

test('a snapshot becomes the state once it is whole; positions of who is still there are kept', () => {
  const live = new LiveState();
  const take = (kind: string, data: object, id?: string) => [...live.take({ kind, data, id })];
  const worker = (id: string) => ({ id }) as never;
  assert.throws(() => take('ready', { event: 1, sight: { teams: null }, resumed: false }), Gap);
  take('snapshot', { kind: 'worker', items: [worker('a'), worker('b')], first: true, completedSince: 500 }, 'one');
  assert.deepEqual(take('changes', { event: 4, changes: [{ op: 'put', kind: 'worker', item: worker('c') }] }), []);
  assert.deepEqual([live.state.workers.size, live.state.event], [0, undefined]);
  assert.deepEqual(take('ready', { event: 5, sight: { teams: ['t'] }, resumed: false }), ['all']);
  const { state } = live;
  assert.deepEqual(
    [[...state.workers.keys()], state.event, state.sight, state.completedSince, live.lastId],
    [['a', 'b', 'c'], 5, ['t'], 500, 'one'],
  );
  for (const id of ['a', 'b']) state.positions.set(id, { lon: 1 } as never);
  state.devices.set('a', { platform: 'IOS' } as never);
  assert.deepEqual(take('changes', { event: 6, changes: [{ op: 'remove', kind: 'worker', id: 'c' }] }), ['worker c']);
  take('head', { event: 9 });
  assert.equal(live.state.event, 9);

  take('end', { reason: 'restart' });
  assert.equal(live.endReason, 'restart');
  take('snapshot', { kind: 'worker', items: [worker('b')], first: true });
  live.closed();
  assert.deepEqual(take('ready', { event: 9, sight: { teams: null }, resumed: true }), []);
  assert.deepEqual([live.endReason, live.state.sight, live.state.workers.size], [undefined, null, 2]);
  take('snapshot', { kind: 'worker', items: [worker('a'), worker('new')], first: true });
  take('snapshot', { kind: 'team', items: [{ id: 't' } as never] });
  take('ready', { event: 10, sight: { teams: null }, resumed: false });
  assert.deepEqual(
    [[...live.state.positions.keys()], [...live.state.devices.keys()], live.state.teams.size],
    [['a'], ['a'], 1],
  );
});
