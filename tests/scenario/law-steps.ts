import fc from 'fast-check';
import type { Answer, ChatClient } from '../harness/clients.ts';
import type { Actor, LawWorld } from './law-world.ts';

/** One thing that somebody does; the numbers choose among what there is. */
export interface LawStep {
  do: string;
  who: number;
  process: number;
  a: number;
  b: number;
  c: number;
}

interface Given extends Omit<LawStep, 'do' | 'who'> {
  world: LawWorld;
  actor: Actor;
  client: ChatClient;
  owner: ChatClient;
}

type Action = (given: Given) => Promise<Answer | undefined>;

const TOPICS = ['gates', 'Gates', 'ramp', '', '✔ ramp'];
const TEXTS = ['on the way', 'bay 4 is free', '/me waits', '**late**', '/poll lunch?\nyes\nno', ':tada:', 'parcel 7'];
const EMOJI = ['tada', 'heart', 'working_on_it', 'forklift'];
const ROLES = [100, 200, 300, 400, 600];
const SYSTEM_GROUPS = 8;
const CHANNEL_SETTINGS = ['is_muted', 'pin_to_top', 'desktop_notifications', 'email_notifications'];
const PERMISSIONS = ['can_send_message_group', 'can_administer_channel_group', 'can_subscribe_group'];
const SETTINGS: [string, unknown[]][] = [
  ['twenty_four_hour_time', [true, false]],
  ['email_address_visibility', [1, 2, 3, 4, 5]],
  ['automatically_follow_topics_policy', [1, 2, 3, 4]],
  ['presence_enabled', [true, false]],
  ['timezone', ['Europe/Berlin', 'Asia/Tokyo']],
  ['full_name', ['Petra Post', 'Quinn Quay', 'Rosa Ramp']],
  ['enable_drafts_synchronization', [true, true, false]],
];

function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % Math.max(list.length, 1)];
}

function textOf({ world, b, c }: Given): string {
  const text = pick(TEXTS, b)!;
  const { name } = pick(world.actors, c)!;
  const mentions = ['', '', '', ` @**${name}**`, ' @**all**', ' @**topic**', ' @_**all**'];
  return text.startsWith('/poll') ? text : `${text}${pick(mentions, c)}`;
}

/** Something about a channel, when there is one. */
const onChannel =
  (ask: (given: Given, channel: { id: number; name: string }) => Promise<Answer>): Action =>
  async (given) => {
    const channel = pick(given.world.channels, given.a);
    return channel && ask(given, channel);
  };

/** Something about a message, when there is one. */
const onMessage =
  (ask: (given: Given, id: number) => Promise<Answer>): Action =>
  async (given) => {
    // The newer, the more is done with it.
    const id = given.world.messages.at(-1 - (given.a % 12));
    return id === undefined ? undefined : ask(given, id);
  };

/** Something about what people keep; another person's is refused. */
const onKept =
  (kind: string, ask: (given: Given, id: number) => Promise<Answer>): Action =>
  async (given) => {
    const id = pick(given.world.kept[kind] ?? [], given.a);
    return id === undefined ? undefined : ask(given, id);
  };

function keep(world: LawWorld, kind: string, id: number | undefined): void {
  if (id !== undefined) world.kept[kind] = [...(world.kept[kind] ?? []), id];
}

const isDone = (answer: Answer) => answer.status === 200;
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

const actions: Record<string, [weight: number, action: Action]> = {
  send: [
    14,
    onChannel(async (given, { id }) => {
      const { client, world, b } = given;
      const message = { type: 'channel', to: id, topic: pick(TOPICS, b), content: textOf(given) };
      const answer = await client.post('/messages', message);
      if (isDone(answer)) world.messages.push(answer.json.id);
      return answer;
    }),
  ],
  direct: [
    5,
    async (given) => {
      const { client, world, a, b, actor } = given;
      const to = [
        ...new Set([actor.id, pick(world.actors, a)!.id, ...(b % 3 === 0 ? [pick(world.actors, b)!.id] : [])]),
      ];
      const answer = await client.post('/messages', { type: 'direct', to, content: textOf(given) });
      if (isDone(answer)) world.messages.push(answer.json.id);
      return answer;
    },
  ],
  edit: [4, onMessage((given, id) => given.client.patch(`/messages/${id}`, { content: textOf(given) }))],
  rename: [
    4,
    onMessage(({ client, b, c }, id) =>
      client.patch(`/messages/${id}`, {
        topic: pick(TOPICS, b),
        propagate_mode: pick(['change_one', 'change_later', 'change_all'], c),
      }),
    ),
  ],
  move: [
    4,
    onMessage(({ owner, world, b, c }, id) =>
      owner.patch(`/messages/${id}`, {
        stream_id: pick(world.channels, b)?.id,
        ...(c % 2 === 0 ? { topic: pick(TOPICS, c) } : {}),
        propagate_mode: pick(['change_one', 'change_later', 'change_all'], c),
      }),
    ),
  ],
  delete: [2, onMessage(({ owner }, id) => owner.delete(`/messages/${id}`))],
  deleteTopic: [
    1,
    onChannel(({ owner, b }, { id }) => owner.post(`/streams/${id}/delete_topic`, { topic_name: pick(TOPICS, b) })),
  ],
  react: [
    3,
    onMessage(({ client, b, c }, id) =>
      client.request(c % 4 === 0 ? 'DELETE' : 'POST', `/messages/${id}/reactions`, { emoji_name: pick(EMOJI, b) }),
    ),
  ],
  vote: [
    2,
    onMessage(({ client, b }, message_id) =>
      client.post('/submessage', {
        message_id,
        msg_type: 'widget',
        content: JSON.stringify({ type: 'vote', key: `canned,${b % 2}`, vote: 1 }),
      }),
    ),
  ],
  star: [
    3,
    onMessage(({ client, c }, id) =>
      client.post('/messages/flags', { messages: [id], op: c % 3 === 0 ? 'remove' : 'add', flag: 'starred' }),
    ),
  ],
  read: [
    6,
    onMessage(({ client, world, a, b, c }, id) =>
      client.post('/messages/flags', {
        messages: [id, ...world.messages.slice(a % 5, (a % 5) + (b % 4))],
        op: c % 2 === 0 ? 'remove' : 'add',
        flag: 'read',
      }),
    ),
  ],
  readChannel: [1, onChannel(({ client }, { id }) => client.post('/mark_stream_as_read', { stream_id: id }))],
  readAll: [1, ({ client }) => client.post('/mark_all_as_read')],
  newChannel: [
    3,
    async ({ owner, world, actor, a, b }) => {
      const name = `channel ${++world.made}`;
      const isPrivate = b % 3 === 0;
      const answer = await owner.post('/channels/create', {
        name,
        subscribers: [actor.id, pick(world.actors, a)!.id],
        invite_only: isPrivate,
        ...(isPrivate ? { history_public_to_subscribers: b % 2 === 0 } : { is_default_stream: b % 5 === 0 }),
      });
      if (isDone(answer)) world.channels.push({ id: answer.json.id, name });
      return answer;
    },
  ],
  channelName: [
    2,
    onChannel(async ({ owner, world }, channel) => {
      const name = `channel ${++world.made}`;
      const answer = await owner.patch(`/streams/${channel.id}`, { new_name: name });
      if (isDone(answer)) channel.name = name;
      return answer;
    }),
  ],
  channelText: [1, onChannel(({ owner, b }, { id }) => owner.patch(`/streams/${id}`, { description: pick(TEXTS, b) }))],
  channelPrivacy: [
    3,
    onChannel(({ owner, b }, { id }) =>
      owner.patch(`/streams/${id}`, {
        is_private: b % 2 === 0,
        ...(b % 2 === 0 ? { history_public_to_subscribers: b % 4 === 0 } : {}),
      }),
    ),
  ],
  channelDefault: [
    1,
    onChannel(({ owner, b }, { id }) => owner.patch(`/streams/${id}`, { is_default_stream: b % 2 === 0 })),
  ],
  channelPermission: [
    2,
    onChannel(({ owner, world, b, c }, { id }) => {
      const groups = world.groups.slice(0, SYSTEM_GROUPS);
      const value =
        c % 3 === 0 ? { direct_members: [pick(world.actors, b)!.id], direct_subgroups: [] } : pick(groups, c);
      return owner.patch(`/streams/${id}`, { [pick(PERMISSIONS, b)!]: { new: value } });
    }),
  ],
  archive: [1, onChannel(({ owner, b, client }, { id }) => (b % 3 === 0 ? owner : client).delete(`/streams/${id}`))],
  subscribe: [
    6,
    onChannel(({ owner, actor }, { name }) =>
      owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [actor.id] }),
    ),
  ],
  unsubscribe: [
    3,
    onChannel(({ client }, { name }) => client.delete('/users/me/subscriptions', { subscriptions: [name] })),
  ],
  channelSetting: [
    2,
    onChannel(({ client, b, c }, { id }) =>
      client.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: pick(CHANNEL_SETTINGS, b), value: c % 2 === 0 }],
      }),
    ),
  ],
  topicPolicy: [
    3,
    onChannel(({ client, b, c }, { id }) =>
      client.post('/user_topics', { stream_id: id, topic: pick(TOPICS, b), visibility_policy: c % 4 }),
    ),
  ],
  role: [
    3,
    ({ owner, actor, world, a }) => {
      const person = guarded(world, actor);
      person.mayLoseQueues = true;
      return owner.patch(`/users/${person.id}`, { role: pick(ROLES, a) });
    },
  ],
  renamePerson: [1, ({ owner, actor, a }) => owner.patch(`/users/${actor.id}`, { full_name: `Rita Rename ${a}` })],
  address: [
    1,
    ({ owner, actor, world }) =>
      owner.patch(`/users/${guarded(world, actor).id}`, { new_email: `new${++world.made}@couriers.example` }),
  ],
  newPerson: [
    1,
    ({ owner, world }) => {
      const number = ++world.made;
      const account = { email: `new${number}@couriers.example`, password: 'correct horse battery staple' };
      return owner.post('/users', { ...account, full_name: `Nina New ${number}` });
    },
  ],
  deactivate: [
    1,
    async ({ owner, actor, world }) => {
      const leaver = guarded(world, actor);
      const answer = await owner.delete(`/users/${leaver.id}`);
      if (isDone(answer)) leaver.isActive = false;
      return answer;
    },
  ],
  setting: [
    4,
    ({ client, a, b }) => {
      const [name, values] = pick(SETTINGS, a)!;
      return client.patch('/settings', { [name]: pick(values, b) });
    },
  ],
  defaults: [
    1,
    ({ owner, a, b }) => {
      const [name, values] = pick(SETTINGS.slice(0, 4), a)!;
      return owner.patch('/realm/user_settings_defaults', { [name]: pick(values, b) });
    },
  ],
  status: [
    2,
    ({ client, a, b }) =>
      client.post('/users/me/status', {
        ...(a % 2 === 0 ? { status_text: pick(['', 'at lunch', 'on the road'], b) } : {}),
        ...(a % 3 === 0 ? { emoji_name: pick(['', 'tada', 'heart'], b) } : {}),
        ...(a % 5 === 0 ? { away: b % 2 === 0 } : {}),
      }),
  ],
  alertWord: [
    1,
    ({ client, a, c }) =>
      client.request(c % 2 === 0 ? 'POST' : 'DELETE', '/users/me/alert_words', {
        alert_words: [pick(['parcel', 'bay', 'late'], a)],
      }),
  ],
  draft: [
    2,
    async ({ client, world, b }) => {
      const draft = { type: 'private', to: [], topic: '', content: pick(TEXTS, b) };
      const answer = await client.post('/drafts', { drafts: [draft] });
      if (isDone(answer)) keep(world, 'drafts', answer.json.ids[0]);
      return answer;
    },
  ],
  draftChange: [
    1,
    onKept('drafts', ({ client, b, c }, id) =>
      c % 2 === 0
        ? client.delete(`/drafts/${id}`)
        : client.patch(`/drafts/${id}`, { draft: { type: '', to: [], topic: '', content: pick(TEXTS, b) } }),
    ),
  ],
  snippet: [
    1,
    async ({ client, world, b }) => {
      const answer = await client.post('/saved_snippets', { title: `snippet ${b}`, content: pick(TEXTS, b) });
      if (isDone(answer)) keep(world, 'snippets', answer.json.saved_snippet_id);
      return answer;
    },
  ],
  snippetChange: [
    1,
    onKept('snippets', ({ client, b, c }, id) =>
      c % 2 === 0 ? client.delete(`/saved_snippets/${id}`) : client.patch(`/saved_snippets/${id}`, { title: `s ${b}` }),
    ),
  ],
  view: [
    1,
    ({ client, b, c }) =>
      client.post('/navigation_views', { fragment: `v/${b % 4}`, is_pinned: c % 2 === 0, name: 'v' }),
  ],
  viewChange: [
    1,
    ({ client, b, c }) => {
      const at = `/navigation_views/${encodeURIComponent(`v/${b % 4}`)}`;
      return c % 2 === 0 ? client.delete(at) : client.patch(at, { is_pinned: c % 4 === 1, name: `v ${c}` });
    },
  ],
  schedule: [
    2,
    onChannel(async ({ client, world, b }, { id }) => {
      const when = { scheduled_delivery_timestamp: inAnHour() };
      const message = { type: 'channel', to: id, topic: 'later', content: pick(TEXTS, b), ...when };
      const answer = await client.post('/scheduled_messages', message);
      if (isDone(answer)) keep(world, 'scheduled', answer.json.scheduled_message_id);
      return answer;
    }),
  ],
  scheduleChange: [
    1,
    onKept('scheduled', ({ client, b, c }, id) =>
      c % 2 === 0
        ? client.delete(`/scheduled_messages/${id}`)
        : client.patch(`/scheduled_messages/${id}`, { content: pick(TEXTS, b) }),
    ),
  ],
  remind: [
    1,
    onMessage(async ({ client, world }, id) => {
      const answer = await client.post('/reminders', { message_id: id, scheduled_delivery_timestamp: inAnHour() });
      if (isDone(answer)) keep(world, 'reminders', answer.json.reminder_id);
      return answer;
    }),
  ],
  remindNot: [1, onKept('reminders', ({ client }, id) => client.delete(`/reminders/${id}`))],
  linkifier: [
    1,
    async ({ owner, world }) => {
      const pattern = `P${++world.made}-(?P<id>[0-9]+)`;
      const answer = await owner.post('/realm/filters', { pattern, url_template: 'https://loads.example/{id}' });
      if (isDone(answer)) keep(world, 'linkifiers', answer.json.id);
      return answer;
    },
  ],
  linkifierNot: [1, onKept('linkifiers', ({ owner }, id) => owner.delete(`/realm/filters/${id}`))],
  group: [
    2,
    async ({ owner, world, a, b }) => {
      const members = [pick(world.actors, a)!.id, pick(world.actors, b)!.id];
      const answer = await owner.post('/user_groups/create', {
        name: `group ${++world.made}`,
        description: '',
        members,
      });
      if (isDone(answer)) world.groups.push(answer.json.group_id);
      return answer;
    },
  ],
  groupMembers: [
    2,
    async ({ owner, world, a, b, c }) => {
      const id = world.groups.slice(SYSTEM_GROUPS).at(a % 5);
      const person = pick(world.actors, b)!.id;
      if (id === undefined) return undefined;
      return owner.post(`/user_groups/${id}/members`, c % 2 === 0 ? { add: [person] } : { delete: [person] });
    },
  ],
  groupChange: [
    2,
    async ({ owner, world, a, b, c }) => {
      const own = world.groups.slice(SYSTEM_GROUPS);
      const id = own.at(a % 5);
      if (id === undefined) return undefined;
      if (c % 4 === 0) return owner.post(`/user_groups/${id}/deactivate`);
      if (c % 4 === 1) return owner.patch(`/user_groups/${id}`, { deactivated: false });
      if (c % 4 === 2) return owner.post(`/user_groups/${id}/subgroups`, { add: [pick(own, b)] });
      return owner.patch(`/user_groups/${id}`, { name: `group ${++world.made}`, description: pick(TEXTS, b) });
    },
  ],
  avatarNot: [1, ({ client }) => client.delete('/users/me/avatar')],
};

/** The first owner stays one: somebody has to be able to do things. */
function guarded({ actors }: LawWorld, actor: Actor): Actor {
  return actor === actors[0] ? actors[1]! : actor;
}

const small = fc.nat({ max: 999 });
export const lawStep: fc.Arbitrary<LawStep> = fc.record({
  do: fc.oneof(...Object.entries(actions).map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name) }))),
  who: small,
  process: fc.nat({ max: 1 }),
  a: small,
  b: small,
  c: small,
});

/** Does it. A server's own failure is a failure of the test; everything else is an answer. */
export async function takeStep(world: LawWorld, step: LawStep): Promise<void> {
  const actor = pick(world.actors, step.who)!;
  if (!actor.isActive) {
    await comeBack(world, actor);
    return;
  }
  const client = world.client(actor, step.process);
  const owner = world.client(world.actors[0]!, step.process);
  const answer = await actions[step.do]![1]({ ...step, world, actor, client, owner });
  if (answer && answer.status >= 500) throw new Error(`${step.do}: ${answer.text}`);
}

async function comeBack(world: LawWorld, actor: Actor): Promise<void> {
  const answer = await world.client(world.actors[0]!).post(`/users/${actor.id}/reactivate`);
  if (!isDone(answer)) throw new Error(answer.text);
  actor.key = await world.newKey(actor);
  actor.isActive = true;
}
