import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { differences } from '../../web/store/chat/law.ts';
import type { Narrow } from '../../web/store/chat/narrow.ts';
import { narrowTerms } from '../../web/store/chat/narrow.ts';
import { type ChatAction, objectOf } from '../../web/store/chat/outbox/action.ts';
import { pendingMessages } from '../../web/store/chat/outbox/pending.ts';
import { requestOf } from '../../web/store/chat/outbox/request.ts';
import { isSeen, plainHtml, shownState } from '../../web/store/chat/outbox/shown.ts';
import type { ChatState } from '../../web/store/chat/state.ts';
import { restoredState } from '../../web/store/chat/stored.ts';
import { storedState } from '../../web/store/chat/to-store.ts';
import { addFetched, windowOf } from '../../web/store/chat/windows/windows.ts';
import { withAction } from '../../web/store/outbox/outbox.ts';
import type { Message } from '../../web/store/wire/chat.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { furnish } from './law-play.ts';
import { type Actor, LawReader, LawWorld, ok } from './law-world.ts';

/*
 * The law of actions: the state with an action that is pending equals the state after the action's events, for every kind of
 * action, as far as the page can know it. While it is pending the state has nothing of it.
 */

const PEOPLE = ['Ada Fields', 'Mara Member', 'Nils Night'];
/** Differences that only the server knows: times, most of a new subscription, what comes into a channel first, its own bots. */
const UNKNOWN = [
  /^topicPolicies\..*\.last_updated:/,
  /^(muted_topics|realm_bots)/,
  /^channels\.\d+\.first_message_id:/,
  /^subscriptions\.\d+\.(color|desktop_\w+|email_\w+|audible_\w+|push_\w+|wildcard_\w+|role):/,
];

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

type Channel = LawWorld['channels'][number];

interface Place {
  world: LawWorld;
  reader: LawReader;
  other: Actor;
  channels: Channel[];
  /** In topic `gates` of the first channel; the others' but for the first. */
  messages: number[];
}

async function makePlace(): Promise<Place> {
  const org = await server.organization();
  const { user_id, email, api_key } = org.chat;
  const actors: Actor[] = [{ id: user_id, name: 'Olive Owner', email, key: api_key, isActive: true }];
  for (const name of PEOPLE) {
    const person = await makePerson(server, org, { name });
    actors.push({ id: person.id, name, email: person.email, key: person.client.key, isActive: true });
  }
  const world = await furnish(new LawWorld([server.url], actors, async ({ key }) => key));
  const [owner, other] = actors as [Actor, Actor];
  const channels = [...world.channels];
  const { id } = ok(await world.client(other).post('/channels/create', { name: 'ramp', subscribers: [other.id] }));
  channels.push({ id, name: 'ramp' });
  const say = async (actor: Actor, content: string, topic = 'gates') =>
    ok(await world.client(actor).post('/messages', { type: 'channel', to: channels[0]!.id, topic, content })).id;
  const messages = [await say(owner, 'mine')];
  for (const content of ['one', 'two @**Olive Owner**', 'three', 'four']) messages.push(await say(other, content));
  await say(other, 'elsewhere', 'bikes');
  const reader = await LawReader.register(world, owner, 'new');
  return { world, reader, other, channels, messages };
}

async function fill({ world, reader }: Place, narrow: Narrow): Promise<void> {
  const { state, actor } = reader;
  const answer = await world.client(actor).get('/messages', {
    ...{ anchor: 'newest', num_before: 100, num_after: 0, narrow: narrowTerms(narrow, actor.id) },
    ...{ apply_markdown: true, client_gravatar: false, allow_empty_topic_name: true },
  });
  addFetched(state, narrow, ok(answer), state.lastEventId);
}

/** Parts of a message that a list shows. */
function shownOf({ content, subject, stream_id, display_recipient, flags, reactions }: Message) {
  const pills = reactions.map(({ emoji_code, reaction_type, user_id }) => ({ emoji_code, reaction_type, user_id }));
  return { content, subject, stream_id, display_recipient, flags: [...flags].sort(), reactions: pills };
}

/** Without what came of itself: notices of the notification bot. */
function withoutLater(state: ChatState, known: ReadonlySet<number>): ChatState {
  const unread = new Map([...state.unread].filter(([id]) => known.has(id)));
  const fields = { ...state.fields };
  if (fields.muted_users) fields.muted_users = (fields.muted_users as { id: number }[]).map(({ id }) => id);
  return { ...state, unread, fields };
}

/** Does an action: shown first, then by its request; compares both with each other. */
async function holds(place: Place, body: ChatAction): Promise<void> {
  const { world, reader, channels } = place;
  const [first, second] = channels as [Channel, Channel, ...Channel[]];
  const narrows: Narrow[] = [
    { kind: 'topic', channelId: first.id, topic: 'gates' },
    { kind: 'topic', channelId: second.id, topic: 'gates' },
    { kind: 'channel', channelId: first.id },
    { kind: 'all' },
    { kind: 'starred' },
    { kind: 'mentions' },
    { kind: 'reactions' },
  ];
  await reader.follow(world);
  for (const narrow of narrows) await fill(place, narrow);
  const { state, actor } = reader;
  const known = new Set(state.messages.keys());
  const plain = JSON.stringify(storedState(state));
  const outbox = withAction([], { id: `a ${body.kind}`, object: objectOf(body), body, madeAt: Date.now() });
  assert.equal(isSeen(state, outbox[0]!), false, `${body.kind}: not done yet`);
  const shown = shownState(state, outbox);
  assert.equal(JSON.stringify(storedState(state)), plain, `${body.kind}: nothing is written into the state`);
  const lists = (of: ChatState) =>
    narrows.map((narrow) =>
      (windowOf(of, narrow)?.ranges ?? []).flatMap(({ ids }) => ids.filter((id) => known.has(id))),
    );
  const texts = (of: ChatState) =>
    Object.fromEntries([...of.messages].flatMap(([id, each]) => (known.has(id) ? [[id, shownOf(each)]] : [])));
  const expected = [withoutLater(shown, known), lists(shown), texts(shown)] as const;
  const sent = pendingMessages(state, outbox, narrows[0]!).map(({ message }) => message.content);

  const { method, path, form } = requestOf(outbox[0]!, actor.id, undefined);
  const client = world.client(actor);
  const ask = { POST: client.post, PATCH: client.patch, DELETE: client.delete }[method].bind(client);
  ok(await ask(path, form as never));
  await reader.follow(world);
  const found = differences(expected[0], withoutLater(state, known)).filter(
    (each) => !UNKNOWN.some((what) => what.test(each)),
  );
  assert.deepEqual(found, [], body.kind);
  assert.deepEqual(lists(state), expected[1], `${body.kind}: lists`);
  assert.deepEqual(texts(state), expected[2], `${body.kind}: messages`);
  if (body.kind === 'send') {
    const own = [...state.messages.values()].filter(({ id }) => !known.has(id));
    assert.deepEqual(
      own.map(({ content }) => content),
      sent,
    );
    return;
  }
  assert.ok(isSeen(state, outbox[0]!), `${body.kind}: it is seen by its events`);
  const restored = restoredState(JSON.parse(JSON.stringify(storedState(state))))!;
  assert.ok(isSeen(restored, outbox[0]!), `${body.kind}: also after a reload`);
}

test('the state and what is pending equal the state after its events, for each kind of action', async () => {
  const place = await makePlace();
  const { channels, messages, other } = place;
  const [floor, office, , ramp] = channels as [Channel, Channel, Channel, Channel];
  const from = { channelId: floor.id, topic: 'gates' };
  const [mine, one, two, three, four] = messages as [number, number, number, number, number];
  const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const;
  await holds(place, { kind: 'send', conversation: from, content: 'a < b & "c"\nd' });
  await holds(place, {
    ...{ kind: 'edit', messageId: mine, content: 'yours & "mine"', original: 'mine' },
    ...{ before: plainHtml('mine'), originalSha256: createHash('sha256').update('mine').digest('hex') },
  });
  await holds(place, { kind: 'react', messageId: one, op: 'add', reaction: tada });
  await holds(place, { kind: 'react', messageId: one, op: 'remove', reaction: tada });
  await holds(place, { kind: 'react', messageId: mine, op: 'add', reaction: tada });
  await holds(place, { kind: 'flag', messageIds: [one, two], op: 'add', flag: 'read' });
  await holds(place, { kind: 'flag', messageIds: [two], op: 'remove', flag: 'read' });
  await holds(place, { kind: 'flag', messageIds: [two, four], op: 'add', flag: 'starred' });
  await holds(place, { kind: 'flag', messageIds: [four], op: 'remove', flag: 'starred' });
  await holds(place, { kind: 'unread from', messageId: one, conversation: from });
  await holds(place, { kind: 'topic policy', ...from, policy: 1 });
  await holds(place, { kind: 'topic policy', ...from, policy: 0 });
  await holds(place, { kind: 'mute person', userId: other.id, isMuted: true });
  await holds(place, { kind: 'mute person', userId: other.id, isMuted: false });
  await holds(place, { kind: 'channel setting', channelId: floor.id, property: 'is_muted', value: true });
  await holds(place, { kind: 'channel setting', channelId: floor.id, property: 'is_muted', value: false });
  await holds(place, { kind: 'channel setting', channelId: floor.id, property: 'pin_to_top', value: true });
  await holds(place, { kind: 'channel setting', channelId: floor.id, property: 'color', value: '#123456' });
  await holds(place, { kind: 'subscribe', channelId: ramp.id, name: ramp.name, isSubscribed: true });
  await holds(place, { kind: 'subscribe', channelId: ramp.id, name: ramp.name, isSubscribed: false });
  const elsewhere = { channelId: floor.id, topic: 'ramp' };
  const notices = { old: false, new: true };
  await holds(place, { kind: 'move', messageId: four, from, to: elsewhere, mode: 'change_one', notices });
  await holds(place, {
    ...{ kind: 'move', messageId: three, from, mode: 'change_later', notices },
    to: { channelId: office.id, topic: 'gates' },
  });
  await holds(place, {
    ...{ kind: 'move', messageId: two, from, mode: 'change_all', notices },
    to: { channelId: floor.id, topic: '✔ gates' },
  });
  await holds(place, { kind: 'delete', messageId: two });
});
