import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventStream } from '../../platform/http/event-stream.ts';
import { Watcher } from './watcher.ts';

const MIB = 1_048_576;

/** A watcher whose reader takes only what it is told to. */
function slowReader() {
  const written: Buffer[] = [];
  const network = { unsent: 0 };
  const stream: EventStream = {
    send: () => assert.fail('watchers write'),
    write(text) {
      written.push(text);
      network.unsent += text.length;
    },
    get unsent() {
      return network.unsent;
    },
    drained: async () => undefined,
    end: () => undefined,
    cut: () => undefined,
    hasEnded: false,
    onEnd: () => undefined,
  };
  const watcher = new Watcher(stream, async () => undefined);
  const isSentAway = () => written.at(-1)?.toString().includes('"reason":"slow"') ?? false;
  return { watcher, network, isSentAway };
}

test('who leaves more than a mebibyte of changes unread is sent away, however much of positions waits before them', () => {
  const change = Buffer.alloc(MIB / 2);
  const { watcher, network, isSentAway } = slowReader();
  // Held back until the beginning is sent.
  watcher.deliver(change, 1);
  watcher.begin();
  network.unsent = 0;
  watcher.deliverMoment(Buffer.alloc(3 * MIB));
  assert.ok(!watcher.isIdle);
  for (const event of [2, 3, 4]) watcher.deliver(change, event);
  assert.ok(!isSentAway());
  watcher.deliver(change, 5);
  assert.ok(isSentAway());
  assert.equal(watcher.event, 4);
});

test('what is unread counts also without positions, and while a beginning is being sent', () => {
  const change = Buffer.alloc(MIB / 2);
  // Unread bytes are checked before the write.
  for (const [begins, most] of [
    [true, 3],
    [false, 2],
  ] as const) {
    const { watcher, isSentAway } = slowReader();
    if (begins) watcher.begin();
    for (let event = 1; event <= most; event++) watcher.deliver(change, event);
    assert.ok(!isSentAway());
    watcher.deliver(change, most + 1);
    assert.ok(isSentAway());
  }
});

test('a stream is held, begins once and ends once; nothing follows its end', () => {
  const { watcher, network, isSentAway } = slowReader();
  assert.throws(() => watcher.deliverMoment(Buffer.from('too early')), /frame of the moment/);
  watcher.begin();
  assert.throws(() => watcher.begin(), /begins once/);
  watcher.deliver(Buffer.from('second'), 2);
  assert.throws(() => watcher.deliver(Buffer.from('first'), 1), /follow the log/);
  watcher.end('slow');
  const { unsent } = network;
  watcher.begin();
  watcher.deliver(Buffer.from('third'), 3);
  watcher.end('closing');
  assert.deepEqual([network.unsent, watcher.event, watcher.isIdle], [unsent, 2, false]);
  assert.ok(isSentAway());
});
