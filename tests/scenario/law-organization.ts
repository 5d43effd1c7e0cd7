import { png } from '../harness/pictures.ts';
import { SETTINGS } from './law-settings.ts';
import { type Actions, groupSetting, onRetained, pick, retaining, sendFile, TEXTS } from './law-step.ts';

const REALM: [string, unknown[]][] = [
  ['name', ['Example Couriers', 'Other Couriers']],
  ['description', ['By bike', '']],
  ['topics_policy', ['allow_empty_topic', 'disable_empty_topic', 'allow_empty_topic']],
  ['waiting_period_threshold', [0, 3]],
  ['allow_message_editing', [true, true, false]],
  ['message_content_edit_limit_seconds', [600, 'unlimited']],
  ['message_content_delete_limit_seconds', [600, 'unlimited']],
  ['message_retention_days', [400, 'unlimited']],
  ['enable_read_receipts', [true, false]],
  ['allow_edit_history', [true, false]],
  ['enable_spectator_access', [true, true, false]],
  ['name_changes_disabled', [true, false, false]],
];
const PERMISSIONS = [
  ...['can_mention_many_users_group', 'can_resolve_topics_group', 'can_delete_own_message_group'],
  ...['can_move_messages_between_topics_group', 'can_add_custom_emoji_group', 'can_create_groups'],
];

/** Choices of a profile's field, each its own value. */
const choicesOf = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, at) => [text, { text, order: String(at) }]));

/** Steps with settings for everybody. */
export const organizationActions: Actions = {
  defaults: [
    1,
    ({ owner, a, b }) => {
      const [name, values] = pick(SETTINGS.slice(0, 4), a)!;
      return owner.patch('/realm/user_settings_defaults', { [name]: pick(values, b) });
    },
  ],
  linkifier: [
    1,
    (given) => {
      const pattern = `P${++given.world.made}-(?P<id>[0-9]+)`;
      const asked = given.owner.post('/realm/filters', { pattern, url_template: 'https://loads.example/{id}' });
      return retaining(given, 'linkifiers', asked, (json) => json.id);
    },
  ],
  linkifierNot: [1, onRetained('linkifiers', ({ owner }, id) => owner.delete(`/realm/filters/${id}`))],
  realm: [
    3,
    ({ owner, a, b }) => {
      const [name, values] = pick(REALM, a)!;
      return owner.patch('/realm', { [name]: pick(values, b) });
    },
  ],
  realmPermission: [
    2,
    (given) => given.owner.patch('/realm', { [pick(PERMISSIONS, given.a)!]: { new: groupSetting(given) } }),
  ],
  realmChannel: [
    1,
    ({ owner, world, a, b }) =>
      owner.patch('/realm', { new_stream_announcements_stream_id: a % 3 === 0 ? -1 : pick(world.channels, b)?.id }),
  ],
  icon: [
    1,
    async ({ owner, c }) =>
      c % 2 === 0
        ? owner.delete('/realm/icon')
        : sendFile(owner, '/realm/icon', 'icon.png', new Uint8Array(await png(8, 8))),
  ],
  emoji: [
    1,
    async ({ owner, b, c }) =>
      c % 3 === 0
        ? owner.delete(`/realm/emoji/van${b % 3}`)
        : sendFile(owner, `/realm/emoji/van${b % 3}`, 'van.png', new Uint8Array(await png(8, 8))),
  ],
  domain: [
    1,
    ({ owner, b, c }) => {
      const domain = `depot${b % 3}.example`;
      if (c % 3 === 0) return owner.delete(`/realm/domains/${domain}`);
      if (c % 3 === 1) return owner.patch(`/realm/domains/${domain}`, { allow_subdomains: b % 2 === 0 });
      return owner.post('/realm/domains', { domain, allow_subdomains: false });
    },
  ],
  playground: [
    1,
    (given) => {
      const url_template = 'https://play.example/{code}';
      const name = `playground ${++given.world.made}`;
      const asked = given.owner.post('/realm/playgrounds', { name, pygments_language: 'Python', url_template });
      return retaining(given, 'playgrounds', asked, (json) => json.id);
    },
  ],
  playgroundNot: [1, onRetained('playgrounds', ({ owner }, id) => owner.delete(`/realm/playgrounds/${id}`))],
  field: [
    2,
    (given) => {
      const field_type = pick([1, 2, 3], given.b);
      const choices = field_type === 3 ? { field_data: choicesOf(TEXTS) } : {};
      const field = { name: `field ${++given.world.made}`, field_type, ...choices };
      return retaining(given, 'fields', given.owner.post('/realm/profile_fields', field), (json) => json.id);
    },
  ],
  fieldChange: [
    1,
    onRetained('fields', ({ owner, b, c }, id) =>
      c % 3 === 0
        ? owner.delete(`/realm/profile_fields/${id}`)
        : owner.patch(`/realm/profile_fields/${id}`, {
            ...(c % 3 === 1
              ? { hint: pick(TEXTS, b) }
              : { field_data: choicesOf(TEXTS.filter((_text, at) => at !== b % 3)) }),
          }),
    ),
  ],
};
