import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { type Header, pack } from 'tar-stream';
import type { ArchiveFiles } from './slack-archive.ts';

/** An entry of a tar file, with its bytes. */
export type TarEntry = [header: Partial<Header> & { name: string }, content: unknown];

const bytesOf = (content: unknown): Buffer =>
  Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));

/** For tests: a tar.gz file. */
export function tarOf(files: ArchiveFiles, folder = ''): Promise<Buffer> {
  return tarOfEntries(Object.entries(files).map(([name, content]) => [{ name: folder + name }, content]));
}

/** The same, of any entries. */
export async function tarOfEntries(entries: readonly TarEntry[]): Promise<Buffer> {
  const packed = pack();
  for (const [header, content] of entries) packed.entry(header, bytesOf(content));
  packed.finalize();
  const parts: Buffer[] = [];
  for await (const part of packed) parts.push(part as Buffer);
  return gzipSync(Buffer.concat(parts));
}

/** Flags of a row of a person and a message, by their bits. */
export const zulipFlags = { read: 1, starred: 2, collapsed: 4, mentioned: 8, historical: 1024 } as const;

interface ZulipRows {
  [table: string]: Record<string, unknown>[];
}

/** For tests: the rows of a file. */
export const rowsOf = (files: ArchiveFiles, file: string): ZulipRows => files[file] as ZulipRows;

/** A picture of one color. */
const picture = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Number of the first message's second. */
const START = 1_577_952_000;

/**
 * For tests: a small team's export of Zulip, in which most things occur. People are 11 to 16, bots 20 and 99, channels 31 to 34; the
 * recipients of channels are 131 to 134, of people 111 to 116, and of a group of three 150.
 */
export async function zulipTeam(): Promise<ArchiveFiles> {
  const person = (id: number, name: string, more: object = {}) => ({
    id,
    email: `user${id}@couriers.zulip.example`,
    delivery_email: `${name.toLowerCase()}@example.com`,
    full_name: name,
    role: 400,
    is_active: true,
    is_bot: false,
    bot_type: null,
    date_joined: START - 1000 + id,
    timezone: '',
    avatar_source: 'G',
    ...more,
  });
  const channel = (id: number, name: string, more: object = {}) => ({
    id,
    name,
    description: `All of *${name}*`,
    invite_only: false,
    history_public_to_subscribers: true,
    is_web_public: false,
    deactivated: false,
    date_created: START - 500,
    creator: 11,
    message_retention_days: null,
    ...more,
  });
  const member = (recipient: number, user_profile: number, more: object = {}) => ({
    id: recipient * 1000 + user_profile,
    user_profile,
    recipient,
    active: true,
    color: '#c2c2c2',
    is_muted: false,
    pin_to_top: false,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
    ...more,
  });
  const message = (id: number, sender: number, recipient: number, content: string, more: object = {}) => ({
    id,
    sender,
    recipient,
    realm: 1,
    subject: recipient > 130 && recipient < 140 ? 'gates' : '',
    content,
    rendered_content: '<p>rendered elsewhere</p><script>alert(1)</script>',
    date_sent: START + (id - 200) * 10 + 0.25,
    last_edit_time: null,
    edit_history: null,
    sending_client: 1,
    has_attachment: false,
    has_image: false,
    has_link: false,
    ...more,
  });
  let rows = 0;
  const seen = (message: number, flags: Record<number, number>) =>
    Object.entries(flags).map(([user_profile, flags_mask]) => ({
      id: ++rows,
      user_profile: Number(user_profile),
      message,
      flags_mask,
    }));
  const { read, starred, historical } = zulipFlags;
  const url = 'https://couriers.zulip.example';
  return {
    'realm.json': {
      import_source: 'zulip',
      zerver_realm: [{ id: 1, name: 'Couriers', string_id: 'couriers' }],
      zerver_userprofile: [
        person(11, 'Olive', { role: 100 }),
        person(12, 'Mara', { timezone: 'Europe/Vienna', avatar_source: 'U' }),
        person(13, 'Ned', { is_active: false }),
        person(14, 'Gwen', { role: 600 }),
        person(15, 'Pat "the Van"', { delivery_email: null, email: '' }),
        person(16, 'Quinn', { role: 300 }),
        person(20, 'Robo', { is_bot: true, bot_type: 1, bot_owner: 12 }),
      ],
      zerver_userprofile_mirrordummy: [],
      zerver_userprofile_crossrealm: [{ id: 99, email: 'notification-bot@zulip.example' }],
      zerver_stream: [
        channel(31, 'general', { topics_policy: 2 }),
        channel(32, 'old yard', { deactivated: true, creator: 12 }),
        channel(33, 'bosses', { invite_only: true, can_send_message_group: 61, message_retention_days: 30 }),
        channel(34, 'night', {
          ...{ invite_only: true, history_public_to_subscribers: false, can_administer_channel_group: 70 },
        }),
      ],
      zerver_defaultstream: [{ id: 1, realm: 1, stream: 31 }],
      zerver_recipient: [
        ...[11, 12, 13, 14, 15, 16, 20].map((id) => ({ id: 100 + id, type: 1, type_id: id })),
        ...[31, 32, 33, 34].map((id) => ({ id: 100 + id, type: 2, type_id: id })),
        { id: 150, type: 3, type_id: 1 },
      ],
      zerver_subscription: [
        ...[11, 12, 13, 14, 15, 16].map((id) => member(131, id)),
        member(132, 12),
        member(133, 11),
        member(133, 12, { color: '#123456', pin_to_top: true, is_muted: true, push_notifications: true }),
        member(133, 16, { active: false }),
        ...[11, 12, 16].map((id) => member(134, id)),
        ...[11, 12, 14].map((id) => member(150, id)),
      ],
      zerver_usergroup: [60, 61, 62, 63, 64, 70].map((id) => ({ id, realm: 1 })),
      zerver_namedusergroup: [
        { usergroup_ptr: 60, name: 'role:members', is_system_group: true },
        { usergroup_ptr: 61, name: 'dispatchers', description: 'Who *sends*', creator: 11, can_manage_group: 70 },
        { usergroup_ptr: 62, name: 'drivers', description: '', creator: 11, can_mention_group: 60 },
        { usergroup_ptr: 63, name: 'Drivers', description: '', creator: 12, deactivated: true },
        { usergroup_ptr: 64, name: 'role:owners', is_system_group: true },
      ],
      zerver_usergroupmembership: [
        ...[
          [61, 12],
          [62, 14],
          [62, 16],
          [70, 16],
        ].map(([user_group, user_profile], n) => ({ id: n + 1, user_group, user_profile })),
      ],
      zerver_groupgroupmembership: [
        { id: 1, supergroup: 61, subgroup: 62 },
        { id: 2, supergroup: 62, subgroup: 61 },
        { id: 3, supergroup: 70, subgroup: 64 },
      ],
      zerver_customprofilefield: [
        { id: 1, name: 'Phone', hint: 'At work', field_type: 1, field_data: '', order: 2 },
        {
          ...{ id: 2, name: 'Shift', hint: '', field_type: 3, order: 1, display_in_profile_summary: true },
          field_data: '{"e":{"text":"Early","order":"1"},"l":{"text":"Late","order":"2"}}',
        },
        { id: 3, name: 'Mentor', hint: '', field_type: 6, field_data: '', order: 3 },
        { id: 4, name: 'Odd', hint: '', field_type: 77, field_data: '', order: 4 },
      ],
      zerver_customprofilefieldvalue: [
        { id: 1, field: 1, user_profile: 12, value: '**+43** 1' },
        { id: 2, field: 2, user_profile: 12, value: 'l' },
        { id: 3, field: 2, user_profile: 14, value: 'gone' },
        { id: 4, field: 3, user_profile: 14, value: '[12]' },
      ],
      zerver_realmfilter: [
        { id: 1, pattern: '#(?P<id>[0-9]{3,})', url_template: 'https://orders.example/{id}', order: 1 },
        { id: 2, pattern: '(', url_template: 'https://orders.example/', order: 2 },
      ],
      zerver_realmemoji: [
        { id: 81, name: 'van', file_name: '81.png', author: 12, deactivated: false },
        { id: 82, name: 'lost', file_name: '82.png', author: 12, deactivated: false },
        { id: 83, name: 'van', file_name: '83.png', author: 12, deactivated: true },
      ],
      zerver_usertopic: [
        { id: 1, user_profile: 12, stream: 31, topic_name: 'gates', visibility_policy: 3, last_updated: START },
        { id: 2, user_profile: 14, stream: 31, topic_name: 'noise', visibility_policy: 1, last_updated: START },
      ],
      zerver_muteduser: [{ id: 1, user_profile: 14, muted_user: 20, date_muted: START }],
      zerver_alertword: [{ id: 1, user_profile: 12, word: 'Pallet' }],
      zerver_draft: [
        { id: 1, user_profile: 12, recipient: 131, topic: 'gates', content: 'half a', last_edit_time: START },
        { id: 2, user_profile: 12, recipient: 114, topic: '', content: 'dear Gwen', last_edit_time: START },
      ],
      zerver_reaction: [
        {
          id: 1,
          message: 202,
          user_profile: 12,
          emoji_name: 'thumbs_up',
          emoji_code: '1f44d',
          reaction_type: 'unicode_emoji',
        },
        { id: 2, message: 202, user_profile: 14, emoji_name: 'van', emoji_code: '81', reaction_type: 'realm_emoji' },
        { id: 3, message: 202, user_profile: 14, emoji_name: 'lost', emoji_code: '82', reaction_type: 'realm_emoji' },
        {
          id: 4,
          message: 201,
          user_profile: 11,
          emoji_name: 'zulip',
          emoji_code: 'zulip',
          reaction_type: 'zulip_extra_emoji',
        },
      ],
      zerver_scheduledmessage: [{ id: 1 }],
      zerver_surprise: [{ id: 1, nested: { list: [1, '}]"', { a: [] }] } }],
    },
    'attachment.json': {
      zerver_attachment: [
        { id: 1, file_name: 'plan.txt', path_id: '1/ab/Secret1/plan.txt', owner: 12, size: 8, messages: [203] },
        { id: 2, file_name: 'gone.txt', path_id: '1/cd/Secret2/gone.txt', owner: 12, size: 8, messages: [203] },
        { id: 3, file_name: 'alone.txt', path_id: '1/ef/Secret3/alone.txt', owner: 12, size: 8, messages: [] },
      ],
    },
    'uploads/records.json': [
      { user_profile_id: 12, path: '1/ab/Secret1/plan.txt', s3_path: '1/ab/Secret1/plan.txt', size: 8 },
      { user_profile_id: 12, path: '1/ef/Secret3/alone.txt', s3_path: '1/ef/Secret3/alone.txt', size: 8 },
    ],
    'uploads/1/ab/Secret1/plan.txt': Buffer.from('the plan'),
    'uploads/1/ef/Secret3/alone.txt': Buffer.from('all alone'),
    'avatars/records.json': [
      { user_profile_id: 12, path: '1/hash.png', s3_path: 'hash.png', avatar_version: 1 },
      { user_profile_id: 12, path: '1/hash.original', s3_path: 'hash.original', avatar_version: 1 },
    ],
    'avatars/1/hash.png': await picture('#00f'),
    'avatars/1/hash.original': await picture('#f00'),
    'emoji/records.json': [
      { name: 'van', file_name: '81.png', path: '1/emoji/images/81.png', s3_path: '1/emoji/images/81.png' },
      { name: 'van', file_name: '83.png', path: '1/emoji/images/83.png', s3_path: '1/emoji/images/83.png' },
    ],
    'emoji/1/emoji/images/81.png': await picture('#0f0'),
    'emoji/1/emoji/images/83.png': await picture('#ff0'),
    'messages-000001.json': {
      zerver_message: [
        message(201, 12, 131, 'hello @**Olive|11** and @**all**, see #**old yard** and @*dispatchers* :van: #4711'),
        message(202, 11, 131, 'Which gate?', {
          ...{ last_edit_time: START + 90, subject: 'docks' },
          edit_history: JSON.stringify([
            { user_id: 12, timestamp: START + 90, prev_topic: 'gates', topic: 'docks', prev_stream: 32, stream: 31 },
            {
              ...{ user_id: 11, timestamp: START + 80, prev_content: 'Which @**Mara|12** <b>gate</b>' },
              prev_rendered_content: '<script>alert(1)</script>',
            },
          ]),
        }),
        message(
          203,
          12,
          131,
          'The [plan](/user_uploads/1/ab/Secret1/plan.txt), ' +
            `${url}/user_uploads/1/cd/Secret2/gone.txt and #**general>docks@202** or ${url}/#narrow/channel/31-general/topic/docks/near/202.\n` +
            '```quote\n@_**Pat "the Van"|15** [said](#narrow/channel/31-general/topic/docks/near/202): @**Nobody|4242**\n```\n' +
            '`@**Olive|11**`\n```\n#**general>docks@202**\n```',
        ),
        message(204, 20, 131, 'Build green', { subject: '' }),
        message(205, 99, 131, '@_**Mara|12** changed something', { subject: '(no topic)' }),
        message(206, 12, 132, 'old times', { subject: `${'x'.repeat(70)}` }),
      ],
      zerver_usermessage: [
        ...seen(201, { 11: read | starred | 8, 12: read, 13: 0, 14: read, 15: read, 16: 0 }),
        ...seen(202, { 11: read, 12: read, 13: 0, 14: read, 15: read, 16: 0 }),
        ...seen(203, { 11: read, 12: read, 13: 0, 14: 0, 15: read, 16: 0 }),
        ...seen(204, { 11: read, 12: read, 13: 0, 14: read, 15: read, 16: 0 }),
        ...seen(205, { 11: read, 12: read, 13: 0, 14: read, 15: read, 16: 0 }),
        ...seen(206, { 12: read, 14: read | starred | historical }),
      ],
    },
    'messages-000002.json': {
      zerver_usermessage: [
        ...seen(207, { 11: read, 12: read }),
        ...seen(208, { 11: read, 12: 0 }),
        ...seen(209, { 11: 0, 12: read, 14: read | starred }),
        ...seen(210, { 11: read, 12: read }),
        ...seen(211, { 11: read, 12: read, 16: read }),
        ...seen(212, { 11: read, 12: read }),
        ...seen(213, { 11: read, 12: read, 16: 0 }),
        ...seen(214, { 14: read }),
      ],
      zerver_message: [
        message(207, 11, 133, 'secret'),
        message(208, 11, 112, 'psst @**Mara**'),
        message(209, 14, 150, 'all three'),
        message(210, 12, 134, 'before Quinn came'),
        message(211, 12, 134, 'Quinn is here'),
        message(212, 12, 134, 'without Quinn'),
        message(213, 11, 134, 'Quinn again'),
        message(214, 14, 114, 'note to self /me'),
      ],
    },
  };
}

/** For tests: the same team with so many messages more, a thousand in a file. */
export function manyZulipMessages(team: ArchiveFiles, count: number): ArchiveFiles {
  return { ...team, ...Object.fromEntries(manyMessageFiles(count)) };
}

/** The files of these messages, one after the other; of three messages one has a mention. */
export function* manyMessageFiles(count: number): Generator<[file: string, rows: ZulipRows]> {
  const recipients = [131, 133, 112, 134];
  for (let first = 0; first < count; first += 1000) {
    const zerver_message: ZulipRows[string] = [];
    const zerver_usermessage: ZulipRows[string] = [];
    for (let n = first; n < Math.min(count, first + 1000); n++) {
      const id = 1000 + n;
      const recipient = recipients[n % recipients.length]!;
      const isLink = n % 12 === 8;
      zerver_message.push({
        ...{ id, sender: n % 2 === 0 ? 11 : 12, recipient, subject: recipient === 112 ? '' : `gate ${n % 7}` },
        content:
          n % 3 === 2
            ? `Order ${n} for **gate ${n % 7}** @**Mara|12**${isLink ? `, see #**general>gate 1@${id - 4}**` : ''}`
            : `Order ${n} leaves from gate ${n % 7} five minutes late, the pallets are not wrapped yet`,
        rendered_content: '<p>elsewhere</p>',
        date_sent: 1_600_000_000 + n * 60 + 0.5,
        last_edit_time: null,
        edit_history:
          n % 5 === 0
            ? JSON.stringify([{ user_id: 11, timestamp: 1_600_000_001 + n * 60, prev_content: `Order ${n}` }])
            : null,
      });
      for (const user_profile of [11, 12])
        zerver_usermessage.push({
          ...{ id: id * 10 + user_profile, user_profile, message: id },
          flags_mask: (n % 10 < 7 ? 1 : 0) | (n % 50 === user_profile ? 2 : 0),
        });
    }
    yield [`messages-${String(3 + first / 1000).padStart(6, '0')}.json`, { zerver_message, zerver_usermessage }];
  }
}
