import {
  type Actions,
  groupSetting,
  isDone,
  onChannel,
  onRetained,
  pick,
  retaining,
  TEXTS,
  TOPICS,
} from './law-step.ts';

const CHANNEL_SETTINGS = ['is_muted', 'pin_to_top', 'desktop_notifications', 'email_notifications'];
const PERMISSIONS = ['can_send_message_group', 'can_administer_channel_group', 'can_subscribe_group'];
const POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic'];

/** Steps with channels. */
export const channelActions: Actions = {
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
    3,
    onChannel((given, { id }) =>
      given.owner.patch(`/streams/${id}`, { [pick(PERMISSIONS, given.b)!]: { new: groupSetting(given) } }),
    ),
  ],
  archive: [2, onChannel(({ owner, b, client }, { id }) => (b % 3 === 0 ? owner : client).delete(`/streams/${id}`))],
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
  channelPolicy: [
    1,
    onChannel(({ owner, world, b, c }, { id }) =>
      owner.patch(`/streams/${id}`, {
        ...(c % 3 === 0 ? { topics_policy: pick(POLICIES, b) } : {}),
        ...(c % 3 === 1 ? { message_retention_days: b % 2 === 0 ? 400 : 'unlimited' } : {}),
        ...(c % 3 === 2 ? { folder_id: b % 4 === 0 ? null : pick(world.retained.folders ?? [], b) } : {}),
      }),
    ),
  ],
  channelWorld: [
    2,
    onChannel(({ owner, b }, { id }) =>
      owner.patch(`/streams/${id}`, { is_private: false, is_web_public: b % 2 === 0 }),
    ),
  ],
  defaultChannel: [
    1,
    onChannel(({ owner, b }, { id }) =>
      owner.request(b % 2 === 0 ? 'POST' : 'DELETE', '/default_streams', { stream_id: id }),
    ),
  ],
  folder: [
    1,
    (given) => {
      const asked = given.owner.post('/channel_folders/create', { name: `folder ${++given.world.made}` });
      return retaining(given, 'folders', asked, (json) => json.channel_folder_id);
    },
  ],
  folderChange: [
    1,
    onRetained('folders', ({ owner, world, b, c }, id) => {
      if (c % 3 === 0) return owner.patch('/channel_folders', { order: (world.retained.folders ?? []).toReversed() });
      const change = c % 3 === 1 ? { is_archived: b % 2 === 0 } : { description: pick(TEXTS, b) };
      return owner.patch(`/channel_folders/${id}`, change);
    }),
  ],
  defaultGroup: [
    1,
    async (given) => {
      const { owner, world, a, b, c } = given;
      const stream_names = [pick(world.channels, a)!.name];
      const id = pick(world.retained.defaultGroups ?? [], b);
      if (id !== undefined && c % 3 === 0)
        return owner.patch(`/default_stream_groups/${id}/streams`, {
          op: b % 2 === 0 ? 'add' : 'remove',
          stream_names,
        });
      if (id !== undefined && c % 3 === 1) return owner.delete(`/default_stream_groups/${id}`);
      const group_name = `set ${++world.made}`;
      const answer = await owner.post('/default_stream_groups/create', { group_name, description: '', stream_names });
      if (!isDone(answer)) return answer;
      const types = ['default_stream_groups'];
      const state = (await owner.post('/register', { event_types: types, fetch_event_types: types })).json;
      world.retained.defaultGroups = state.realm_default_stream_groups.map((group: { id: number }) => group.id);
      await owner.delete('/events', { queue_id: state.queue_id });
      return answer;
    },
  ],
  unarchive: [2, onChannel(({ owner }, { id }) => owner.patch(`/streams/${id}`, { is_archived: false }))],
};
