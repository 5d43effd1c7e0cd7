import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widgetTextOf, writtenWidget } from '../../rules/widget-text.ts';
import { widgetOf } from '../../src/chat/messages/submessages/widget.ts';
import { apply } from '../../web/store/chat/apply/index.ts';
import { type ChatAction, objectOf } from '../../web/store/chat/outbox/action.ts';
import { isSeen, shownState } from '../../web/store/chat/outbox/shown.ts';
import type { ChatEvent, ChatState } from '../../web/store/chat/state.ts';
import { widgetOfMessage } from '../../web/store/chat/widgets/message-widget.ts';
import { countOwnChanges } from '../../web/store/chat/widgets/own-changes.ts';
import type { Poll } from '../../web/store/chat/widgets/poll.ts';
import type { TodoList } from '../../web/store/chat/widgets/todo-list.ts';
import type { WidgetChange } from '../../web/store/chat/widgets/widget-change.ts';
import { addFetched } from '../../web/store/chat/windows/windows.ts';
import { type Outbox, reconcile, sendable, withAction, withStage } from '../../web/store/outbox/outbox.ts';
import type { Message } from '../../web/store/wire/chat.ts';
import { randomNumbers } from '../harness/random.ts';
import { someAnswer, someMessage, someState } from './chat-state.ts';

const AUTHOR = 8;
const MESSAGE = 20;
type Submessage = Message['submessages'][number];

const submessage = (id: number, sender_id: number, data: unknown): Submessage => ({
  ...{ id, message_id: MESSAGE, sender_id, msg_type: 'widget' },
  content: typeof data === 'string' ? data : JSON.stringify(data),
});
const poll = (question: unknown, options: unknown) => ({ widget_type: 'poll', extra_data: { question, options } });
const todo = (task_list_title: unknown, tasks: unknown) => ({
  widget_type: 'todo',
  extra_data: { task_list_title, tasks },
});
const message = (...submessages: Submessage[]) => someMessage(MESSAGE, { sender_id: AUTHOR, submessages });
const changed = (begin: unknown, ...changes: [sender: number, data: unknown][]) =>
  widgetOfMessage(
    message(submessage(MESSAGE, AUTHOR, begin), ...changes.map(([by, data], at) => submessage(30 + at, by, data))),
  );

const ask = poll('Which gate?', ['north', 'south']);
const list = todo('Today', [{ task: 'load', desc: 'two' }]);

test('votes, options and the author’s question, in the order of their numbers', () => {
  const found = changed(
    ask,
    [7, { type: 'vote', key: 'canned,0', vote: 1 }],
    [9, { type: 'new_option', option: 'east', idx: 0 }],
    [7, { type: 'vote', key: '9,0', vote: 1 }],
    [9, { type: 'vote', key: 'canned,0', vote: 1 }],
    [7, { type: 'vote', key: 'canned,0', vote: -1 }],
    [9, { type: 'question', question: 'Mine now' }],
    [AUTHOR, { type: 'question', question: 'Which one?' }],
  ) as Poll;
  assert.equal(found.question, 'Which one?');
  assert.deepEqual(
    found.options.map(({ key, text, voterIds }) => [key, text, voterIds]),
    [
      ['canned,0', 'north', [9]],
      ['canned,1', 'south', []],
      ['9,0', 'east', [7]],
    ],
  );
  assert.deepEqual([...found.nextIndexes], [[9, 1]]);
  const backwards = message(
    submessage(31, 7, { type: 'vote', key: 'canned,0', vote: -1 }),
    submessage(30, 7, { type: 'vote', key: 'canned,0', vote: 1 }),
    submessage(MESSAGE, AUTHOR, ask),
  );
  assert.deepEqual((widgetOfMessage(backwards) as Poll).options[0]!.voterIds, []);
});

test('tasks, ticks and the author’s title', () => {
  const found = changed(
    list,
    [7, { type: 'strike', key: '0,canned' }],
    [9, { type: 'new_task', key: 0, task: 'drive', desc: '', completed: false }],
    [7, { type: 'strike', key: '0,9' }],
    [9, { type: 'strike', key: '0,canned' }],
    [9, { type: 'new_task_list_title', title: 'Mine' }],
    [AUTHOR, { type: 'new_task_list_title', title: 'Tomorrow' }],
  ) as TodoList;
  assert.equal(found.title, 'Tomorrow');
  assert.deepEqual(
    found.tasks.map(({ key, text, description, isDone }) => [key, text, description, isDone]),
    [
      ['0,canned', 'load', 'two', false],
      ['0,9', 'drive', '', true],
    ],
  );
});

test('what is no widget is shown as its text', () => {
  for (const begin of [
    'no JSON',
    ...['null', '7', '[]', '"poll"', '{}'],
    { widget_type: 'zform', extra_data: {} },
    { widget_type: ['poll'], extra_data: { question: 'x', options: [] } },
    { widget_type: 'poll', extra_data: 'x' },
    { widget_type: 'poll', extra_data: [] },
    ...[poll({}, []), poll('x', 'y'), poll('x', [1]), poll('x', [null])],
    ...[todo(1, []), todo('x', {}), todo('x', [null]), todo('x', ['y']), todo('x', [{ task: 1 }])],
    { widget_type: '__proto__', extra_data: {} },
  ])
    assert.equal(changed(begin), undefined, JSON.stringify(begin));
  assert.equal(widgetOfMessage(message()), undefined);
  assert.equal(widgetOfMessage(message(submessage(MESSAGE, 9, ask))), undefined, 'of somebody else');
  assert.equal(widgetOfMessage(message({ ...submessage(MESSAGE, AUTHOR, ask), msg_type: 'own' })), undefined);
  assert.equal((changed({ widget_type: 'poll' }) as Poll).question, '', 'fields that other clients leave out');
});

test('a change that does not fit is left out, and the others count', () => {
  const odd: [number, unknown][] = [
    ...['x', null, 7, [], 'null', { type: 'win' }].map((data): [number, unknown] => [9, data]),
    ...['__proto__', 'constructor', '9,7', 7, null, {}].map((key): [number, unknown] => [
      9,
      { type: 'vote', key, vote: 1 },
    ]),
    ...[0, 2, '1', true].map((vote): [number, unknown] => [9, { type: 'vote', key: 'canned,1', vote }]),
    ...[-1, 1.5, '0', 1001, null].map((idx): [number, unknown] => [9, { type: 'new_option', option: 'x', idx }]),
    [9, { type: 'new_option', option: { a: 1 }, idx: 0 }],
    [9, { type: 'new_option', option: 'north', idx: 0 }],
    [AUTHOR, { type: 'question', question: 7 }],
  ];
  const found = changed(ask, ...odd, [7, { type: 'vote', key: 'canned,0', vote: 1 }]) as Poll;
  assert.equal(found.question, 'Which gate?');
  assert.deepEqual(
    found.options.map(({ text, voterIds }) => [text, voterIds]),
    [
      ['north', [7]],
      ['south', []],
    ],
  );
  const tasks = changed(
    list,
    [9, { type: 'strike', key: '__proto__' }],
    [9, { type: 'new_task', key: 0, task: 'load', desc: '', completed: false }],
    [9, { type: 'new_task', key: 1, task: 'x', desc: 7, completed: false }],
  ) as TodoList;
  assert.deepEqual(
    tasks.tasks.map(({ text }) => text),
    ['load'],
  );
});

test('a form writes what the server reads, and reads what was typed', () => {
  for (const [kind, title, lines] of [
    ['poll', 'Which gate?', ['north', '-5°', '* starred', '- dash']],
    ['poll', '', ['north']],
    ['todo', 'Today', ['load: two: three', 'leave at 10:30', '-x: y']],
    ['todo', '', []],
  ] as const) {
    const written = writtenWidget({ kind, title, lines });
    assert.deepEqual(widgetTextOf(written), { kind, title, lines });
    const read = widgetOf(written)!;
    assert.equal(read.widget_type, kind);
    const { question, options, task_list_title, tasks } = read.extra_data as unknown as Record<string, never[]>;
    assert.deepEqual(question ?? task_list_title, title);
    const joined = tasks?.map(({ task, desc }: { task: string; desc: string }) => (desc ? `${task}: ${desc}` : task));
    assert.deepEqual(options ?? joined, lines);
  }
  for (const text of ['', 'x', '/polls x', ' /poll x', 'a\n/poll x', '/pol'])
    assert.equal(widgetTextOf(text), undefined, text);
});

/** A page of one person: what it knows, what is on its way to it, and from it. */
interface Reader {
  id: number;
  state: ChatState;
  outbox: Outbox<ChatAction>;
  coming: ChatEvent[];
  /** Options that this person has chosen, by what they pressed last. */
  chosen: Map<string, boolean>;
  /** Number of their actions so far. */
  done: number;
}

test('pages that vote, add and tick at once show what each person chose, and agree with a fresh fetch', () => {
  for (let seed = 1; seed <= 60; seed++) play(seed);
});

function play(seed: number): void {
  const random = randomNumbers(seed);
  const some = (count: number) => Math.floor(random() * count);
  const isPoll = seed % 3 !== 0;
  const stored = [submessage(MESSAGE, AUTHOR, isPoll ? ask : list)];
  let lastEventId = 10;
  const fresh = () => message(...stored);
  const readers = [7, 8, 9].map((user_id): Reader => {
    const state = someState({ user_id } as never);
    addFetched(state, { kind: 'topic', channelId: 1, topic: 'gates' }, someAnswer([fresh()]), lastEventId);
    return { id: user_id, state, outbox: [], coming: [], chosen: new Map(), done: 0 };
  });
  const settle = (reader: Reader, now: number) => {
    reader.outbox = reconcile(reader.outbox, (action) => isSeen(reader.state, action), now);
  };
  const shown = ({ state, outbox }: Reader) => shownState(state, outbox).messages.get(MESSAGE)!;
  const act = (reader: Reader, change: WidgetChange) => {
    const content = JSON.stringify(change);
    const earlier = countOwnChanges(shown(reader), reader.id, content);
    reader.done++;
    const body: ChatAction = { kind: 'change widget', messageId: MESSAGE, content, earlier };
    reader.outbox = withAction(reader.outbox, {
      id: `${reader.id} ${reader.done}`,
      object: objectOf(body),
      body,
      madeAt: 0,
    });
  };
  const press = (reader: Reader) => {
    const widget = widgetOfMessage(shown(reader))!;
    const next = widget.nextIndexes.get(reader.id) ?? 0;
    const name = `thing ${some(4)}`;
    if (widget.kind === 'todo') {
      const { key } = widget.tasks[some(widget.tasks.length)]!;
      if (random() < 0.3) act(reader, { type: 'new_task', key: next, task: name, desc: '', completed: false });
      else act(reader, { type: 'strike', key });
      return;
    }
    const { key, voterIds } = widget.options[some(2)]!;
    if (random() < 0.2) return act(reader, { type: 'new_option', option: name, idx: next });
    const isFor = !voterIds.includes(reader.id);
    reader.chosen.set(key, isFor);
    act(reader, { type: 'vote', key, vote: isFor ? 1 : -1 });
  };
  /** The server takes the oldest action of a page; its event may come before the answer, or after it. */
  const send = (reader: Reader) => {
    const action = sendable(reader.outbox)[0];
    if (action?.body.kind !== 'change widget') return;
    const added = submessage(100 + lastEventId, reader.id, action.body.content);
    stored.push(added);
    const { id: submessage_id, ...fields } = added;
    const event = { id: ++lastEventId, type: 'submessage', submessage_id, ...fields };
    for (const each of readers) each.coming.push(event);
    if (random() < 0.5) receive(reader);
    reader.outbox = withStage(reader.outbox, action.id, { stage: 'done', answeredAt: 0 });
    settle(reader, 0);
  };
  const receive = (reader: Reader) => {
    const event = reader.coming.shift();
    if (!event) return;
    apply(reader.state, event);
    settle(reader, 0);
  };
  const check = (reader: Reader) => {
    const own = shown(reader).submessages.filter(({ id, sender_id }) => id !== MESSAGE && sender_id === reader.id);
    assert.equal(own.length, reader.done, `seed ${seed}: each thing counts once`);
    const widget = widgetOfMessage(shown(reader))!;
    if (widget.kind !== 'poll') return;
    for (const { key, voterIds } of widget.options)
      if (reader.chosen.has(key))
        assert.equal(voterIds.includes(reader.id), reader.chosen.get(key), `seed ${seed}: what ${reader.id} chose`);
  };
  for (let step = 0; step < 60; step++) {
    const reader = readers[some(readers.length)]!;
    const move = random();
    if (move < 0.4) press(reader);
    else if (move < 0.7) send(reader);
    else receive(reader);
    // What was fetched meanwhile knows more than the events that have come.
    if (move > 0.95)
      addFetched(
        reader.state,
        { kind: 'topic', channelId: 1, topic: 'gates' },
        someAnswer([fresh()]),
        reader.state.lastEventId,
      );
    for (const each of readers) check(each);
  }
  for (const reader of readers) while (sendable(reader.outbox).length > 0) send(reader);
  for (const reader of readers) while (reader.coming.length > 0) receive(reader);
  for (const reader of readers) {
    assert.deepEqual(reader.outbox, [], `seed ${seed}: nothing is left on its way`);
    assert.deepEqual(shown(reader).submessages, fresh().submessages, `seed ${seed}`);
    assert.deepEqual(widgetOfMessage(shown(reader)), widgetOfMessage(fresh()), `seed ${seed}`);
  }
}
