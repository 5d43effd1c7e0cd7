import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventWireId, heartbeatWireId, positionOf } from './wire-ids.ts';

const BASE = 70;

test('an event’s number leads back to its place in the log', () => {
  assert.equal(positionOf(BASE, -1), BASE);
  for (const id of [71, 72, 5000]) assert.equal(positionOf(BASE, eventWireId(BASE, id)), id);
});

test('heartbeats rise, and stay between the events around them', () => {
  let last = -1;
  const numbers: number[] = [];
  for (
    let number = heartbeatWireId(BASE, BASE, last);
    number !== undefined;
    number = heartbeatWireId(BASE, BASE, last)
  ) {
    assert.ok(number > last);
    assert.equal(positionOf(BASE, number), BASE);
    numbers.push(number);
    last = number;
  }
  assert.deepEqual([numbers[0], numbers.length], [0, 1024]);
  assert.ok(last < eventWireId(BASE, BASE + 1));
});

test('a heartbeat moves a queue past what does not concern it', () => {
  const number = heartbeatWireId(BASE, 90, eventWireId(BASE, 80));
  assert.equal(number, eventWireId(BASE, 90) + 1);
  assert.equal(positionOf(BASE, number!), 90);
});
