import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complete, type SuggestionContext } from '../../web/chat/composer/completions.ts';
import { allEmoji } from '../../web/chat/composer/emoji-index.ts';
import { refusal, topicsPolicy } from '../../web/chat/composer/may-send.ts';
import { channelLink, quoteOf, topicLink } from '../../web/chat/composer/references.ts';
import { namedTimes, parseTimeOfDay, timeReference } from '../../web/chat/composer/times.ts';
import { tokenAt } from '../../web/chat/composer/tokens.ts';
import { registeredState } from '../../web/store/chat/register.ts';
import { mentionOf } from '../../web/store/chat/select/completion.ts';
import type { Message, RegisterQueueAnswer } from '../../web/store/wire/chat.ts';

const user = (user_id: number, full_name: string, more: object = {}) => ({
  user_id,
  full_name,
  is_active: true,
  is_bot: false,
  is_guest: false,
  ...more,
});
const group = (id: number, name: string, members: number[], more: object = {}) => ({
  id,
  name,
  members,
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
  can_mention_group: 90,
  ...more,
});
const channel = (stream_id: number, name: string, more: object = {}) => ({
  stream_id,
  name,
  is_archived: false,
  invite_only: false,
  topics_policy: 'inherit',
  can_send_message_group: 90,
  ...more,
});

const state = registeredState({
  queue_id: 'q',
  last_event_id: -1,
  user_id: 1,
  realm_topics_policy: 'allow_empty_topic',
  realm_empty_topic_display_name: 'general chat',
  realm_users: [
    user(1, 'Ada Owner'),
    user(2, 'Mara Member'),
    user(3, 'Mara Member'),
    user(4, 'Émile Mart'),
    user(5, 'Max Adamar'),
    user(6, 'Star * Name'),
    user(7, 'Mara Gone', { is_active: false }),
  ],
  realm_user_groups: [
    group(90, 'role:everyone', [1, 2, 3, 4, 5, 6], { is_system_group: true }),
    group(91, 'nobody', [], { is_system_group: true }),
    group(92, 'marshals', [2, 4]),
    group(93, 'marked', [2], { can_mention_group: 91 }),
  ],
  subscriptions: [{ ...channel(10, 'dock'), subscribers: [1, 3, 4] }],
  unsubscribed: [channel(11, 'dock*yard'), channel(12, 'docks of old', { is_archived: true }), channel(13, 'doors')],
  saved_snippets: [{ id: 8, title: 'menu', content: 'soup', date_created: 0 }],
} as unknown as RegisterQueueAnswer);

const codes = { '1f44d': ['+1', 'thumbs_up'], '1f604': ['smile', 'big_smile'], '1f603': ['smiley'] };
const emoji = allEmoji(codes, {
  3: { id: '3', name: 'small_van', source_url: '/van.png', still_url: null, deactivated: false, author_id: 1 },
});

function offered(text: string, conversation: SuggestionContext['conversation'] = { channelId: 10, topic: 'x' }) {
  const token = tokenAt(text, text.length);
  assert.ok(token, text);
  return complete(token, {
    state,
    conversation,
    now: new Date(2030, 0, 2, 14, 0),
    emoji,
    recentEmoji: ['smiley'],
    topicsOf: () => ['bikes', 'vans', 'big bikes', ''].map((name, index) => ({ name, max_id: 100 - index })),
    commands: ['me'],
    workers: [],
    nameOfTime: ({ name }) => name,
  });
}
const inserted = (text: string, conversation?: SuggestionContext['conversation']) =>
  offered(text, conversation).map(({ insert }) => insert.trimEnd());

test('emoji stand in their customary order, though some codes are digits alone', () => {
  const given = { '1f600': ['grinning'], '2122': ['tm'], '263a': ['smile'], '2049': ['interrobang'] };
  const names = allEmoji(given, undefined).map(({ name }) => name);
  assert.deepEqual(names, ['grinning', 'smile', 'interrobang', 'tm']);
});

test('people of the conversation come first, and a name of two people has an ID', () => {
  assert.deepEqual(inserted('@mar'), [
    '@**Mara Member|3**',
    '@**Mara Member|2**',
    '@**Émile Mart**',
    '@**Max Adamar**',
    '@*marshals*',
  ]);
  assert.deepEqual(inserted('@_mara'), ['@_**Mara Member|3**', '@_**Mara Member|2**']);
  assert.deepEqual(inserted('@emile'), ['@**Émile Mart**']);
  assert.deepEqual(inserted('@star'), ['@**|6**']);
  assert.deepEqual(inserted('@mm')[0], '@**Mara Member|3**', 'initials');
  assert.deepEqual(inserted('@al'), ['@**all**', '@*marshals*']);
  assert.deepEqual(inserted('@to'), ['@**topic**']);
  assert.deepEqual(inserted('@to', { userIds: [1, 2] }), []);
  assert.equal(mentionOf(state, state.users.get(1)!), '@**Ada Owner**');
});

test('channels, and topics after the sign', () => {
  assert.deepEqual(inserted('#do'), ['#**dock**', '[#dock\\*yard](#narrow/channel/11-dock.2Ayard)', '#**doors**']);
  assert.deepEqual(inserted('#dock>'), ['#**dock>bikes**', '#**dock>vans**', '#**dock>big bikes**', '#**dock>**']);
  assert.deepEqual(inserted('#**dock>bik'), ['#**dock>bikes**', '#**dock>big bikes**']);
  const yard = state.channels.get(11)!;
  assert.equal(channelLink(yard), '[#dock\\*yard](#narrow/channel/11-dock.2Ayard)');
  assert.equal(topicLink(state.channels.get(10)!, 'a*b', ''), '[#dock > a\\*b](#narrow/channel/10-dock/topic/a.2Ab)');
});

test('emoji: recently used, own, and by any name', () => {
  assert.deepEqual(inserted(':smil'), [':smiley:', ':smile:']);
  assert.deepEqual(inserted(':van'), [':small_van:']);
  assert.deepEqual(inserted(':thumbs'), [':+1:']);
  assert.deepEqual(inserted(':+1'), [':+1:']);
});

test('times, commands, snippets and languages', () => {
  assert.deepEqual(
    offered('~').map(({ id }) => id),
    ['time-soon', 'time-today', 'time-tomorrow', 'time-monday', 'pick-time'],
  );
  assert.match(inserted('~15:30')[0]!, /^<time:2030-01-02T15:30:00[+-]\d\d:\d\d>$/);
  assert.deepEqual(inserted('~nothing like it'), []);
  assert.deepEqual(inserted('/m'), ['/me', 'soup']);
  assert.deepEqual(inserted('```ja'), ['java', 'javascript']);
});

test('moments are in the zone of the device, and in the future', () => {
  const sunday = new Date(2030, 0, 6, 23, 50);
  assert.deepEqual(
    namedTimes(sunday).map(({ name, at }) => `${name} ${at.getDate()} ${at.getHours()}:${at.getMinutes()}`),
    ['soon 7 0:40', 'tomorrow 7 9:0'],
  );
  assert.equal(parseTimeOfDay('9 pm', sunday)?.getDate(), 7);
  assert.equal(parseTimeOfDay('12 am', sunday)?.getHours(), 0);
  for (const wrong of ['5', '25:00', '13 pm', '0 am', '9:60', 'noon'])
    assert.equal(parseTimeOfDay(wrong, sunday), undefined, wrong);
  const at = new Date(2030, 5, 1, 9, 5);
  assert.equal(Date.parse(timeReference(at).slice(6, -1)), at.getTime());
});

test('a quote names its author silently and holds fences', () => {
  const message = {
    id: 77,
    type: 'stream',
    stream_id: 10,
    subject: 'bikes & vans',
    sender_id: 2,
    sender_full_name: 'Mara Member',
  } as Message;
  assert.equal(
    quoteOf(state, message, 'see\n```\ncode\n```', 'said'),
    '@_**Mara Member|2** [said](#narrow/channel/10-dock/topic/bikes.20.26.20vans/near/77):\n````quote\nsee\n```\ncode\n```\n````\n',
  );
});

test('why nothing can be written', () => {
  const about = (more: object) => {
    state.channels.set(20, channel(20, 'other', more) as never);
    return refusal(state, { channelId: 20, topic: '' })?.kind;
  };
  assert.equal(about({}), undefined);
  assert.equal(about({ is_archived: true }), 'archived');
  assert.equal(about({ can_send_message_group: 91 }), 'no permission');
  assert.equal(about({ can_send_message_group: { direct_members: [], direct_subgroups: [90] } }), undefined);
  assert.equal(about({ invite_only: true }), 'not subscribed');
  assert.equal(refusal(state, { channelId: 99, topic: '' })?.kind, 'gone');
  assert.equal(refusal(state, { userIds: [1, 7] })?.kind, 'deactivated');
  assert.equal(refusal(state, { userIds: [1] }), undefined);
  state.fields.realm_direct_message_permission_group = 91;
  assert.equal(refusal(state, { userIds: [1, 2] })?.kind, 'direct off');
  assert.equal(refusal(state, { userIds: [1] }), undefined);
  assert.equal(topicsPolicy(state, 10), 'optional');
});

test('ten thousand people are looked through in a frame', (t) => {
  for (let id = 1000; id < 11_000; id++) state.users.set(id, user(id, `Person ${id} Mar${id}`) as never);
  offered('@mar');
  const took = Array.from({ length: 5 }, () => {
    const started = process.cpuUsage();
    offered('@mar');
    return process.cpuUsage(started).user / 1000;
  }).sort((a, b) => a - b)[2]!;
  t.diagnostic(`${took.toFixed(1)} ms of processor time (budget 50)`);
  assert.ok(took < 50, `${took} ms`);
});
