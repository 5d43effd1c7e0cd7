import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { TypingNotice } from '../../web/chat/composer/typing-out.ts';
import { DraftBook, type DraftServer, type LocalDraft } from '../../web/chat/data/draft-book.ts';
import type { Draft } from '../../web/store/wire/chat.ts';

const topic = { channelId: 10, topic: 'bikes' };

/** Characters that the server takes. */
const LIMIT = 100;

class Missing extends Error {}

/** A server with drafts, and a device's storage; `lag` keeps its answers back. */
function bench({ isOn = true } = {}) {
  const drafts = new Map<number, Draft>();
  const stored = new Map<string, LocalDraft>();
  const changed: string[] = [];
  const calls: string[] = [];
  let last = 0;
  let isDown = false;
  let devices = 0;
  const reach = (call: string) => {
    calls.push(call);
    if (isDown) throw new TypeError('no network');
  };
  const wire = ({ text, editedAt }: LocalDraft, id: number): Draft => ({
    id,
    type: 'stream',
    to: [10],
    topic: 'bikes',
    content: text.trim(),
    timestamp: Math.floor(editedAt / 1000),
  });
  const server: DraftServer = {
    isOn: () => isOn,
    takes: (text) => text.length <= LIMIT,
    has: (id) => drafts.has(id),
    async create(draft) {
      reach(`create ${draft.text}`);
      drafts.set(++last, wire(draft, last));
      return last;
    },
    async update(id, draft) {
      reach(`update ${draft.text}`);
      if (!drafts.has(id)) throw new Missing();
      drafts.set(id, wire(draft, id));
    },
    async remove(id) {
      reach('remove');
      if (!drafts.delete(id)) throw new Missing();
    },
    isMissing: (error) => error instanceof Missing,
  };
  const storage = {
    put: (key: string, draft: LocalDraft) => void stored.set(key, draft),
    remove: (key: string) => void stored.delete(key),
  };
  /** A page; the one before it has crashed. */
  const device = () => {
    const id = ++devices;
    const alive: DraftServer = {
      ...server,
      create: (draft) => (id === devices ? server.create(draft) : new Promise(() => {})),
    };
    return new DraftBook(storage, alive, (key) => changed.push(key));
  };
  return { drafts, stored, changed, calls, device, setDown: (value: boolean) => (isDown = value) };
}

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  for (let n = 0; n < 20; n++) await Promise.resolve();
}

test('a text that is too long stays on the device until it is shorter', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, stored, calls, device } = bench();
  const book = device();
  book.write(topic, 'short', 1000);
  const long = 'x'.repeat(LIMIT + 1);
  book.write(topic, long, 2000);
  await pass(60_000);
  book.flush();
  await pass(60_000);
  assert.equal([...stored.values()][0]?.text, long);
  assert.deepEqual(calls, []);
  book.write(topic, 'short again', 3000);
  await pass(1500);
  assert.equal([...drafts.values()][0]?.content, 'short again');
});

test('what another tab has sent meanwhile is not sent again, and brings no deleted draft back', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, calls, device } = bench();
  const book = device();
  book.write(topic, 'one', 1000);
  await pass(1500);
  book.reconcile(new Map(drafts), 1);
  book.write(topic, 'one two', 5000);
  const draft = drafts.get(1)!;
  book.reconcile(new Map([[1, { ...draft, content: 'one two', timestamp: 5 }]]), 1);
  await pass(1500);
  assert.deepEqual(calls, ['create one']);
  book.reconcile(new Map(), 1);
  assert.equal(book.textOf(topic), '');

  // A text that this page has had and changed since is not at the server any more.
  drafts.clear();
  book.write(topic, 'again', 10_000);
  await pass(1500);
  const early = new Map(drafts);
  book.write(topic, 'again and on', 12_000);
  await pass(1500);
  book.write(topic, 'again', 14_000);
  book.reconcile(early, 1);
  await pass(1500);
  assert.equal(drafts.get(2)?.content, 'again');
});

test('a text is on the device at once, and at the server after a pause', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, stored, calls, device } = bench();
  const book = device();
  book.write(topic, 'one', 1000);
  assert.equal([...stored.values()][0]?.text, 'one');
  await pass(1000);
  book.write(topic, 'one two', 2000);
  await pass(1000);
  assert.deepEqual(calls, []);
  await pass(1000);
  assert.deepEqual(calls, ['create one two']);
  book.write(topic, 'one two three', 3000);
  await pass(2000);
  assert.equal(drafts.get(1)?.content, 'one two three');
  // Its own echo changes nothing.
  book.reconcile(new Map(drafts), 1);
  assert.equal(book.textOf(topic), 'one two three');
  book.clear(topic);
  await pass(0);
  assert.equal(drafts.size, 0);
  assert.equal(stored.size, 0);
  assert.equal(book.textOf({ channelId: 10, topic: 'BIKES' }), '');
});

test('a text that is sent while its draft is on its way to the server is deleted there at once', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, stored, calls, device } = bench();
  const book = device();
  book.write(topic, 'one', 1000);
  mock.timers.tick(1500);
  book.clear(topic);
  await pass(0);
  await pass(0);
  assert.deepEqual(calls, ['create one', 'remove']);
  assert.equal(drafts.size, 0);
  assert.equal(stored.size, 0);
});

test('without a network, and after a crash, nothing is lost', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, stored, device, setDown } = bench();
  setDown(true);
  device().write(topic, 'kept', 1000);
  await pass(5000);
  assert.equal(drafts.size, 0);
  const next = device();
  next.restore(stored.values());
  assert.equal(next.textOf(topic), 'kept');
  setDown(false);
  await pass(30_000);
  assert.equal(drafts.get(1)?.content, 'kept');
  assert.equal(drafts.size, 1);
});

test('another device', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, changed, device } = bench();
  const book = device();
  const fromOther = (content: string, id = 50, timestamp = 5): Draft => ({
    id,
    type: 'stream',
    to: [10],
    topic: 'bikes',
    content,
    timestamp,
  });
  const deliver = () => book.reconcile(new Map(drafts), 1);
  drafts.set(50, fromOther('from the phone'));
  deliver();
  assert.equal(book.textOf(topic), 'from the phone');
  assert.deepEqual(changed, ['topic 10 bikes']);
  drafts.set(50, fromOther('from the phone, more'));
  deliver();
  assert.equal(book.textOf(topic), 'from the phone, more');
  // Both write: what the other wrote stays beside this one's text.
  book.write(topic, 'from here', 9000);
  drafts.set(50, fromOther('from the phone, most'));
  deliver();
  assert.equal(book.textOf(topic), 'from here');
  await pass(2000);
  assert.deepEqual([...drafts.values()].map(({ content }) => content).sort(), ['from here', 'from the phone, most']);
  deliver();
  assert.equal(book.textOf(topic), 'from here');
  // It was sent from there.
  drafts.clear();
  deliver();
  assert.equal(book.textOf(topic), '');
});

test('a draft that was deleted elsewhere while one writes is made anew', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, device } = bench();
  const book = device();
  book.write(topic, 'one', 1000);
  await pass(2000);
  drafts.clear();
  book.write(topic, 'one two', 2000);
  await pass(2000);
  await pass(2000);
  assert.deepEqual(
    [...drafts.values()].map(({ content }) => content),
    ['one two'],
  );
});

test('events that are behind the answers bring no earlier text back, and nothing changes a draft that is gone', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, calls, device } = bench();
  const book = device();
  book.write(topic, 'one', 1000);
  await pass(2000);
  const first = new Map(drafts);
  book.reconcile(first, 1);
  // Another event comes between the answer and the event of the change.
  book.write(topic, 'one two', 2000);
  await pass(2000);
  const second = new Map(drafts);
  book.reconcile(first, 1);
  assert.equal(book.textOf(topic), 'one two');
  book.write(topic, 'one two three', 3000);
  await pass(2000);
  for (const state of [first, second, new Map(drafts)]) {
    book.reconcile(state, 1);
    assert.equal(book.textOf(topic), 'one two three');
  }
  assert.deepEqual(calls, ['create one', 'update one two', 'update one two three']);
  // Somebody else goes back to an earlier text: that is a change.
  const third = new Map(drafts);
  drafts.set(1, { ...drafts.get(1)!, content: 'one', timestamp: 9 });
  book.reconcile(new Map(drafts), 1);
  assert.equal(book.textOf(topic), 'one');
  // It is sent; the draft is deleted before the events tell so, and the next text is begun.
  book.clear(topic);
  await pass(0);
  book.reconcile(third, 1);
  assert.equal(book.textOf(topic), '');
  book.write(topic, 'next', 10_000);
  book.reconcile(new Map(drafts), 1);
  await pass(2000);
  assert.deepEqual(calls.slice(3), ['remove', 'create next']);
  assert.deepEqual([...drafts.keys()], [2]);
});

test('what is written beside another text stays in its field before its event comes', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, device } = bench();
  const book = device();
  const other = { id: 50, type: 'stream', to: [10], topic: 'bikes', timestamp: 5 } as const;
  drafts.set(50, { ...other, to: [10], content: 'from the phone' });
  book.reconcile(new Map(drafts), 1);
  book.write(topic, 'from here', 9000);
  drafts.set(50, { ...other, to: [10], content: 'from the phone, more' });
  const state = new Map(drafts);
  book.reconcile(state, 1);
  await pass(2000);
  assert.equal(drafts.size, 2);
  book.reconcile(state, 1);
  assert.equal(book.textOf(topic), 'from here');
});

test('a draft whose event comes before its answer is known to be deleted elsewhere', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { drafts, calls, device } = bench();
  const book = device();
  book.write(topic, 'one', 1000);
  mock.timers.tick(2000);
  // The request has reached the server, its answer has not reached the page.
  book.reconcile(new Map(drafts), 1);
  await pass(0);
  drafts.clear();
  book.reconcile(new Map(drafts), 1);
  assert.equal(book.textOf(topic), '');
  // The same while one writes: it is made anew, without a change of what is known to be gone.
  book.write(topic, 'two', 2000);
  await pass(2000);
  book.reconcile(new Map(drafts), 1);
  book.write(topic, 'two three', 3000);
  drafts.clear();
  book.reconcile(new Map(drafts), 1);
  await pass(2000);
  assert.deepEqual(calls, ['create one', 'create two', 'create two three']);
});

test('what went from the server at the end of an earlier visit is not asked for again', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { calls, device } = bench();
  const left = { conversation: topic, editedAt: 1000, serverId: 7, serverText: 'gone' };
  device().restore([{ ...left, text: '' }]);
  await pass(2000);
  assert.deepEqual(calls, []);
  device().restore([{ ...left, text: 'gone, and more' }]);
  await pass(2000);
  assert.deepEqual(calls, ['create gone, and more']);
});

test('who keeps drafts on the device alone has them there', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { calls, stored, device } = bench({ isOn: false });
  device().write(topic, 'private', 1000);
  await pass(60_000);
  assert.deepEqual(calls, []);
  assert.equal(stored.size, 1);
});

test('typing is told once in a while, and its end', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const sent: string[] = [];
  const notice = new TypingNotice((op) => sent.push(op), { startedWait: 10_000, stoppedWait: 5000 });
  for (const at of [0, 1000, 4000]) notice.typed(at);
  assert.deepEqual(sent, ['start']);
  notice.typed(10_000);
  assert.deepEqual(sent, ['start', 'start']);
  mock.timers.tick(5000);
  assert.deepEqual(sent, ['start', 'start', 'stop']);
  notice.stop();
  notice.typed(20_000);
  notice.stop();
  assert.deepEqual(sent.slice(3), ['start', 'stop']);
});
