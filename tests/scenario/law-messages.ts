import { type Actions, type Given, isDone, onChannel, onMessage, pick, TEXTS, TOPICS } from './law-step.ts';

const EMOJI = ['tada', 'heart', 'working_on_it', 'forklift'];

function textOf({ world, b, c }: Given): string {
  // What was uploaded is told of sooner or later.
  const upload = pick(world.uploads, c);
  if (upload && b % 5 === 0) return `[papers](${upload})`;
  const text = pick(TEXTS, b)!;
  const { name } = pick(world.actors, c)!;
  const mentions = ['', '', '', ` @**${name}**`, ' @**all**', ' @**topic**', ' @_**all**'];
  return text.startsWith('/poll') ? text : `${text}${pick(mentions, c)}`;
}

/** Steps with messages. */
export const messageActions: Actions = {
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
};
