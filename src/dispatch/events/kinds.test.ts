import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Trigger } from '../../../rules/webhook-triggers.ts';
import { emitChange, emitDispatchEvent } from './emit.ts';
import { type DispatchEventKind, eventKinds, touchedInLiveViews } from './kinds.ts';

const touched = (kind: string, payload: object, audience: string[] = []) =>
  touchedInLiveViews({ part: 'dispatch', kind, audience, payload });

test('a task is touched by its events and is where they say', () => {
  const container = { type: 'WORKER' as const, worker: 'w' };
  const data = { task: { worker: 'w', container } };
  for (const kind of ['task', 'orderedTask'])
    assert.deepEqual(touched(kind, { taskId: 't', data }), {
      task: ['t'],
      places: [{ id: 't', worker: 'w', container }],
    });
});

test('a route plan is touched with its tasks, and is where its audience is', () => {
  const places = [{ id: 'r', worker: null, container: { type: 'TEAM', team: 'm' } }];
  const expected = { routePlan: ['r'], task: ['a', 'b'], places };
  const audience = ['organization', 'team:m'];
  assert.deepEqual(
    touched('routePlan', { routePlanId: 'r', data: { routePlan: { tasks: ['a', 'b'] } } }, audience),
    expected,
  );
  assert.deepEqual(touched('routePlanDeleted', { routePlanId: 'r', tasks: ['a', 'b'] }, audience), expected);
});

test('memberships change with teams and workers, not with hubs', () => {
  assert.deepEqual(touched('teamUpdated', { id: 'm', workers: ['w'] }), {
    team: ['m'],
    worker: ['w'],
    memberships: true,
  });
  const deleted = { worker: ['w'], memberships: true, deletedWorkers: ['w'] };
  assert.deepEqual(touched('workerDeleted', { workerId: 'w' }), deleted);
  assert.deepEqual(touched('hubUpdated', { id: 'h', teams: ['m'] }), { hub: ['h'], team: ['m'] });
});

test('what live views do not hold is named', () => {
  assert.deepEqual(touched('webhook', { webhookId: 'x' }), { other: { kind: 'webhook', id: 'x' } });
  assert.deepEqual(touched('scheduleUpdated', { workerId: 'w' }), { other: { kind: 'schedule', id: 'w' } });
  assert.deepEqual(touched('recipientUpdated', { recipient: { id: 'x' } }), { other: { kind: 'recipient', id: 'x' } });
  assert.deepEqual(touched('pushSubscription', { id: 'x' }), {});
});

test('an event of an earlier version may lack everything', () => {
  for (const kind of ['task', 'routePlan', 'teamUpdated', 'hubCreated', 'container', 'destinationCreated', 'taskBatch'])
    assert.doesNotThrow(() => touched(kind, {}));
  assert.deepEqual(touched('a kind that is gone', { id: 'x' }), {});
  assert.deepEqual(touchedInLiveViews({ part: 'chat', kind: 'task', audience: [], payload: { taskId: 't' } }), {});
});

test('every trigger is fired by some kind', () => {
  const fired = new Set<unknown>(Object.values(eventKinds).flatMap(({ trigger }) => trigger));
  assert.deepEqual(
    Object.values(Trigger).filter((trigger) => !fired.has(trigger)),
    [],
  );
});

test('an undeclared kind, a trigger of another kind or a payload that lacks a field does not compile', () => {
  // Never called: the compiler reads them.
  const wrong = (tx: never) => {
    const event = { organizationId: 'o', audience: [] };
    const payload = {
      taskId: 't',
      workerId: null,
      data: { task: { worker: null, container: { type: 'TEAM' as const } } },
    };
    // @ts-expect-error: no such kind
    emitChange(tx, 'newThing', { id: 'x' });
    // @ts-expect-error: a kind that fires a trigger is no mere change
    emitChange(tx, 'workerDuty', { workerId: 'w', data: { worker: {} } });
    // @ts-expect-error: a task's events fire no trigger of a worker
    emitDispatchEvent(tx, { ...event, kind: 'task', payload, trigger: Trigger.workerDuty });
    // @ts-expect-error: a webhook's event names the webhook
    emitDispatchEvent(tx, { ...event, kind: 'webhook', payload: {} });
    return 'scheduleUpdated' satisfies DispatchEventKind;
  };
  assert.ok(wrong);
});

test('only `emit.ts` appends events of dispatch', async () => {
  const source = path.resolve(import.meta.dirname, '../..');
  const others: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: source }))
    if (
      !file.endsWith('.test.ts') &&
      /\.emit\(\{[^}]*part: 'dispatch'/.test(await readFile(path.join(source, file), 'utf8'))
    )
      others.push(file);
  assert.deepEqual(others, ['dispatch/events/emit.ts']);
});
