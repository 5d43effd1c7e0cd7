import { png } from '../harness/pictures.ts';
import { SETTINGS } from './law-settings.ts';
import {
  type Actions,
  inAnHour,
  isDone,
  onChannel,
  onMessage,
  onRetained,
  pick,
  retaining,
  sendFile,
  TEXTS,
} from './law-step.ts';

const PUSH_KEY = Buffer.from([0x31, ...Buffer.alloc(32, 7)]).toString('base64');
const TOKEN = { token_kind: 'fcm', bouncer_public_key: 'public', encrypted_push_registration: 'encrypted' };

/** Steps of people for themselves. */
export const ownActions: Actions = {
  setting: [
    4,
    ({ client, a, b }) => {
      const [name, values] = pick(SETTINGS, a)!;
      return client.patch('/settings', { [name]: pick(values, b) });
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
    (given) => {
      const draft = { type: 'private', to: [], topic: '', content: pick(TEXTS, given.b) };
      return retaining(given, 'drafts', given.client.post('/drafts', { drafts: [draft] }), (json) => json.ids[0]);
    },
  ],
  draftChange: [
    1,
    onRetained('drafts', ({ client, b, c }, id) =>
      c % 2 === 0
        ? client.delete(`/drafts/${id}`)
        : client.patch(`/drafts/${id}`, { draft: { type: '', to: [], topic: '', content: pick(TEXTS, b) } }),
    ),
  ],
  snippet: [
    1,
    (given) => {
      const asked = given.client.post('/saved_snippets', {
        title: `snippet ${given.b}`,
        content: pick(TEXTS, given.b),
      });
      return retaining(given, 'snippets', asked, (json) => json.saved_snippet_id);
    },
  ],
  snippetChange: [
    1,
    onRetained('snippets', ({ client, b, c }, id) =>
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
    onChannel((given, { id }) => {
      const when = { scheduled_delivery_timestamp: inAnHour() };
      const message = { type: 'channel', to: id, topic: 'later', content: pick(TEXTS, given.b), ...when };
      const asked = given.client.post('/scheduled_messages', message);
      return retaining(given, 'scheduled', asked, (json) => json.scheduled_message_id);
    }),
  ],
  scheduleChange: [
    1,
    onRetained('scheduled', ({ client, b, c }, id) =>
      c % 2 === 0
        ? client.delete(`/scheduled_messages/${id}`)
        : client.patch(`/scheduled_messages/${id}`, { content: pick(TEXTS, b) }),
    ),
  ],
  remind: [
    1,
    onMessage((given, id) => {
      const asked = given.client.post('/reminders', { message_id: id, scheduled_delivery_timestamp: inAnHour() });
      return retaining(given, 'reminders', asked, (json) => json.reminder_id);
    }),
  ],
  remindNot: [1, onRetained('reminders', ({ client }, id) => client.delete(`/reminders/${id}`))],
  avatarNot: [1, ({ client }) => client.delete('/users/me/avatar')],
  avatar: [1, async ({ client }) => sendFile(client, '/users/me/avatar', 'me.png', new Uint8Array(await png(8, 8)))],
  mute: [
    1,
    ({ client, world, b, c }) =>
      client.request(c % 3 === 0 ? 'DELETE' : 'POST', `/users/me/muted_users/${pick(world.actors, b)!.id}`),
  ],
  upload: [
    1,
    async (given) => {
      const answer = await sendFile(given.client, '/user_uploads', 'papers.txt', `papers ${++given.world.made}`);
      if (isDone(answer)) given.world.uploads.push(answer.json.url);
      return answer;
    },
  ],
  uploadNot: [
    1,
    async ({ client, b }) => {
      const { attachments } = (await client.get('/attachments')).json;
      const attachment = pick(attachments as { id: number }[], b);
      return attachment && client.delete(`/attachments/${attachment.id}`);
    },
  ],
  device: [
    1,
    (given) => retaining(given, 'devices', given.client.post('/register_client_device'), (json) => json.device_id),
  ],
  deviceChange: [
    1,
    onRetained('devices', ({ client, c }, device_id) =>
      c % 3 === 0
        ? client.post('/remove_client_device', { device_id })
        : client.post('/mobile_push/register', {
            ...(c % 3 === 1 ? { device_id, push_key_id: 5 + c } : { push_account_id: 1 + c, ...TOKEN }),
            push_key: PUSH_KEY,
          }),
    ),
  ],
  profile: [
    2,
    onRetained('fields', ({ client, b, c }, id) =>
      c % 3 === 0
        ? client.delete('/users/me/profile_data', { data: [id] })
        : client.patch('/users/me/profile_data', { data: [{ id, value: pick(TEXTS, b) }] }),
    ),
  ],
};
