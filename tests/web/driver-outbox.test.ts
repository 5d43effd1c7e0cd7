import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionFile, DriverAction, QueuedAction } from '../../web/store/driver/action.ts';
import {
  answered,
  forgettable,
  isOver,
  nextStep,
  refusedTogether,
  sendableActions,
  timesOf,
  triedAgain,
  unsentOf,
  waitsFor,
  waitsForDispatch,
} from '../../web/store/driver/outbox.ts';
import { isWorthStoring, sharingOf } from '../../web/store/driver/positions.ts';
import { shownDuty, shownTasks } from '../../web/store/driver/shown.ts';
import { wireAction, wireMessage } from '../../web/store/driver/wire-action.ts';
import { waitAfter } from '../../web/store/outbox/retry.ts';
import type { Task } from '../../web/store/wire/dispatch.ts';

/** Time of an answer, on a phone whose clock is right. */
const NOW = { now: 9, clockAhead: 0 };

const made = (seq: number, action: DriverAction, more: Partial<QueuedAction> = {}): QueuedAction => ({
  ...{ id: `a${seq}`, seq, action, madeAt: seq, title: '', files: [], stage: 'saved' },
  ...more,
});
const start = (taskId: string): DriverAction => ({ kind: 'start', taskId });
const complete = (taskId: string): DriverAction => ({ kind: 'complete', taskId, completion: { success: true } });
const file = (more: Partial<ActionFile> = {}): ActionFile => ({ id: 'f', kind: 'photo', size: 1, ...more });
const refused = (action: QueuedAction, more: object = {}) =>
  answered(action, { actionId: action.id, status: 400, sentence: 'No.', ...more }, NOW);

test('a refusal holds up what follows on its task, until it is tried again', () => {
  const [one, two, three] = [made(1, start('t')), made(2, complete('t')), made(3, start('u'))] as const;
  const after = [refused(one), two, three];
  assert.equal(waitsFor(after, two)?.id, 'a1');
  assert.deepEqual(sendableActions(after), [three]);
  const message = made(4, { kind: 'message', taskId: 't', text: 'Help' });
  assert.equal(waitsFor([...after, message], message), undefined);
  assert.deepEqual(sendableActions([refused(one, { isOverruled: true }), two]), [two]);
  assert.deepEqual(sendableActions([two]), [two], 'the refused one was given up');
  assert.deepEqual(
    sendableActions([triedAgain(refused(one)), two]).map(({ id }) => id),
    ['a1', 'a2'],
  );
});

test('a wrong PIN is a report that leaves the way free for the next task, and no PIN stays once the server has had it', () => {
  const end = (seq: number) =>
    made(seq, { kind: 'complete', taskId: 't', completion: { success: true, notes: 'n', pin: '1234' } });
  const reported = refused(end(1), { status: 200, isReported: true, isWrongPin: true });
  const sent = answered(end(2), { actionId: 'a2', status: 200 }, NOW);
  assert.equal(wireAction(end(1)).pin, '1234');
  for (const settled of [reported, sent]) {
    assert.equal(JSON.stringify(settled).includes('1234'), false);
    assert.equal(wireAction(settled).notes, 'n');
  }
  // What is tried again takes it along.
  assert.equal(wireAction(triedAgain(refused(end(1)))).pin, '1234');
  assert.equal(isOver(reported), true);
  assert.deepEqual(
    [[reported], [reported, end(2)], [refused(end(1))], []].map((actions) => waitsForDispatch(actions, 't')),
    [true, false, false, false],
  );
  assert.equal(waitsForDispatch([reported], 'u'), false);
});

test('only a definite answer settles an action', () => {
  const action = made(1, start('t'));
  const after = (status: number) => answered(action, { actionId: 'a1', status }, NOW).stage;
  for (const status of [401, 403, 408, 412, 424, 429, 500, 502, 503]) assert.equal(after(status), 'saved', `${status}`);
  assert.deepEqual([after(200), after(400), after(404)], ['sent', 'refused', 'refused']);
  assert.equal(answered(action, { actionId: 'a1', status: 200, isReported: true }, NOW).refusal!.isReported, true);
});

test('pictures go before their action, messages by themselves, the rest together in order', () => {
  const whole = made(2, complete('t'), { files: [file({ uploadId: 'u' }), file({ isLost: true })] });
  const missing = made(3, complete('v'), { files: [file()] });
  const message = made(4, { kind: 'message', taskId: 't', text: 'Help' });
  assert.deepEqual(nextStep([missing, whole, made(1, start('t'))]), {
    kind: 'batch',
    actions: [made(1, start('t')), whole],
  });
  assert.deepEqual(nextStep([missing, message]), { kind: 'upload', action: missing });
  assert.deepEqual(nextStep([message]), { kind: 'message', action: message });
  assert.equal(nextStep([]), undefined);
  assert.deepEqual(
    nextStep(
      [1, 2, 3].map((seq) => made(seq, start(`${seq}`))),
      2,
    ),
    { kind: 'batch', actions: [made(1, start('1')), made(2, start('2'))] },
  );
});

test('an action as the API takes it', () => {
  const files = [
    file({ uploadId: 'u1' }),
    file({ kind: 'signature', uploadId: 'u2' }),
    file({ id: 'f3', isLost: true }),
  ];
  assert.deepEqual(wireAction(made(1, complete('t'), { files, location: [1, 2] })), {
    ...{ actionId: 'a1', time: 1, location: [1, 2], kind: 'complete', taskId: 't', success: true },
    ...{ photoUploadIds: ['u1'], signatureUploadId: 'u2' },
    unavailableAttachments: [{ attachmentType: 'PHOTO', attachmentId: 'f3' }],
  });
  assert.equal(wireAction(made(1, { kind: 'take', taskId: 't' })).kind, 'self-assign');
  assert.deepEqual(wireAction(made(1, { kind: 'duty', onDuty: false })), {
    ...{ actionId: 'a1', time: 1, kind: 'duty', onDuty: false },
  });
  assert.deepEqual(wireMessage(made(1, { kind: 'message', taskId: 't', text: 'Help' })), {
    ...{ actionId: 'a1', time: 1, text: 'Help' },
  });
});

test('what is shown is what the server said with what was done since laid over it', () => {
  const task = { id: 't', state: 1, completionDetails: { events: [] } } as unknown as Task;
  const state = (actions: QueuedAction[]) => shownTasks([task], actions, 100)[0]!.state;
  assert.equal(state([]), 'open');
  assert.equal(state([made(1, start('t'))]), 'active');
  assert.equal(state([made(1, start('t')), made(2, { kind: 'arrive', taskId: 't' })]), 'arrived');
  assert.equal(state([made(1, start('t')), made(2, complete('t'))]), 'done');
  assert.equal(state([refused(made(1, start('t')))]), 'open');
  assert.equal(state([made(1, start('t'), { stage: 'sent', answeredAt: 99 })]), 'open', 'the server knew of it');
  assert.equal(shownDuty(false, [made(1, { kind: 'duty', onDuty: true })], 0), true);
});

test('what is neither sent nor given up is never forgotten', () => {
  const old = Array.from({ length: 1002 }, (_, seq) => made(seq, start('t'), { stage: 'sent', answeredAt: 1 }));
  const stored = [made(2000, start('u')), refused(made(2001, start('v')))];
  assert.equal(forgettable([...old, ...stored], 2).length, 2);
  assert.equal(forgettable([...old, ...stored], 1e12).length, old.length);
  assert.deepEqual(unsentOf([...old, ...stored]), { count: 1, since: 2000 });
});

test('the steps of a stop that dispatch has overruled are told together, all else by itself', () => {
  const over = (seq: number, action: QueuedAction['action'], more: object = { isOverruled: true }) => {
    const queued = refused(made(seq, action));
    return { ...queued, refusal: { ...queued.refusal!, ...more } };
  };
  const steps = [
    over(3, complete('t'), { isReported: true }),
    over(1, start('t')),
    over(2, { kind: 'arrive', taskId: 't' }),
  ];
  const others = [refused(made(4, start('u'))), refused(made(5, { kind: 'arrive', taskId: 'u' }))];
  const stops = refusedTogether([made(9, start('v')), ...others, ...steps]);
  assert.deepEqual(
    stops.map((together) => together.map(({ seq }) => seq)),
    [[1, 2, 3], [4], [5]],
  );
  assert.deepEqual([...steps, ...others].map(isOver), [true, true, true, false, false]);
  assert.deepEqual(refusedTogether([]), []);
});

test('positions worth keeping, and what is told of them', () => {
  const at = (time: number, lon = 0) => ({ time, location: [lon, 50] as [number, number] });
  assert.deepEqual(
    [at(5000), at(5000, 0.001), at(10_000), at(0)].map((next) => isWorthStoring(next, at(0))),
    [false, true, true, false],
  );
  const given = { onDuty: true, fault: undefined, last: 1000 };
  assert.equal(sharingOf({ ...given, onDuty: false }, 2000).kind, 'off duty');
  assert.equal(sharingOf({ ...given, fault: 'denied' }, 2000).kind, 'denied');
  assert.equal(sharingOf({ ...given, last: undefined }, 2000).kind, 'unknown');
  assert.equal(sharingOf(given, 2000).kind, 'shared');
  assert.equal(sharingOf(given, 300_000).kind, 'stale');
});

test('a message and duty wait for no refusal, a step only for earlier steps of its own task', () => {
  const stop = refused(made(2, start('t')));
  const duty = made(3, { kind: 'duty', onDuty: false });
  const earlier = made(1, start('t'));
  const other = made(4, start('u'));
  for (const free of [duty, earlier, other]) assert.equal(waitsFor([stop, free], free), undefined, free.id);
  const message = refused(made(1, { kind: 'message', taskId: 't', text: 'Help' }));
  assert.equal(waitsFor([message, made(2, complete('t'))], made(2, complete('t'))), undefined);
  const sent = made(5, complete('t'), { stage: 'sent' });
  assert.equal(waitsFor([stop, sent], sent), undefined);
  const reported = { ...stop, refusal: { ...stop.refusal!, isReported: true } };
  assert.equal(waitsFor([reported, made(6, complete('t'))], made(6, complete('t'))), undefined);
});

test('nothing is unsent where everything was sent or refused', () => {
  assert.equal(unsentOf([]), undefined);
  assert.equal(unsentOf([made(1, start('t'), { stage: 'sent' }), refused(made(2, start('u')))]), undefined);
});

test('after each failure in a row the next try comes later, up to a minute', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 100].map((failures) => waitAfter(failures)),
    [1000, 2000, 5000, 15_000, 60_000, 60_000, 60_000],
  );
});

test('what was sent is known for three days, and the newest thousand of it', () => {
  const day = 24 * 3_600_000;
  const sent = (count: number, answeredAt = 0) =>
    Array.from({ length: count }, (_, seq) => made(seq, start('t'), { stage: 'sent', answeredAt }));
  assert.deepEqual(forgettable(sent(1), 3 * day), []);
  assert.equal(forgettable(sent(1), 3 * day + 1).length, 1);
  assert.deepEqual(forgettable(sent(1000), 0), []);
  assert.deepEqual(
    forgettable(sent(1001), 0).map(({ seq }) => seq),
    [0],
  );
});

test('of a task that the server gives as begun or done, what was done here before changes nothing', () => {
  const task = (state: number, ...events: object[]) =>
    ({ id: 't', state, completionDetails: { events } }) as unknown as Task;
  const arrive: DriverAction = { kind: 'arrive', taskId: 't' };
  const state = (given: Task, ...actions: QueuedAction[]) => shownTasks([given], actions, 100)[0]!.state;
  assert.equal(state(task(2)), 'active');
  assert.equal(state(task(2, { name: 'start' }, { name: 'arrival' })), 'arrived');
  assert.equal(state(task(3)), 'done');
  assert.equal(state(task(3), made(1, start('t')), made(2, arrive)), 'done');
  assert.equal(state(task(2, { name: 'arrival' }), made(1, start('t'))), 'arrived');
  assert.equal(state(task(1), made(1, arrive)), 'open');
  assert.equal(state(task(1), made(2, complete('u'))), 'open');
  // Sent in the moment in which the server was asked: it may not know of it.
  assert.equal(state(task(1), made(1, start('t'), { stage: 'sent', answeredAt: 100 })), 'active');
  const duty = (seq: number, onDuty: boolean, more: Partial<QueuedAction> = {}) =>
    made(seq, { kind: 'duty', onDuty }, more);
  assert.equal(shownDuty(true, [duty(2, false), duty(1, true)], 100), false);
  assert.equal(shownDuty(true, [duty(1, false, { stage: 'sent', answeredAt: 99 })], 100), true);
  assert.equal(shownDuty(true, [duty(1, false, { stage: 'refused', answeredAt: 200 })], 100), true);
});

test('a position is worth storing after ten seconds, or fifty metres, and the first one always', () => {
  const at = (time: number, metres = 0) => ({ time, location: [0, metres / 111_195] as [number, number] });
  assert.equal(isWorthStoring(at(0), undefined), true);
  assert.deepEqual(
    [at(9999), at(10_000), at(1, 49.9), at(1, 50.1), at(0, 500)].map((next) => isWorthStoring(next, at(0))),
    [false, true, false, true, false],
  );
  const given = { onDuty: true, fault: undefined, last: 0 };
  assert.deepEqual([sharingOf(given, 180_000).kind, sharingOf(given, 180_001).kind], ['shared', 'stale']);
  assert.equal(sharingOf({ ...given, fault: 'unknown', last: 0 }, 1).kind, 'shared');
});

test('an action that the server took has the server’s times, the others the phone’s', () => {
  const one = made(1, start('t'), { madeAt: 7_000_000 });
  // Two hours ahead, sent at once; made a second before, without a network; an hour behind.
  const taken = (madeAt: number, now: number, clockAhead: number) =>
    timesOf(answered({ ...one, madeAt }, { actionId: 'a1', status: 200 }, { now, clockAhead }));
  assert.deepEqual(taken(7_200_100, 7_200_200, 7_200_000), { madeAt: 200, sentAt: 200 });
  assert.deepEqual(taken(100, 1_100, 0), { madeAt: 100, sentAt: 1_100 });
  assert.deepEqual(taken(100, 200, -3_600_000), { madeAt: 100, sentAt: 3_600_200 });
  const not = answered(one, { actionId: 'a1', status: 400 }, { now: 7_200_000, clockAhead: 7_000_000 });
  assert.deepEqual(timesOf(not), { madeAt: 7_000_000, sentAt: 200_000 });
});
