import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { assertReportHolds } from '../../../tests/harness/import-counts.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { type ArchiveFiles, writeFolder } from '../../../tests/harness/slack-archive.ts';
import { manyZulipMessages, rowsOf, tarOf, zulipTeam } from '../../../tests/harness/zulip-archive.ts';
import { importSource } from '../../cli/import.ts';
import { inviteImportedPeople } from '../../pages/imported-people/actions.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';
import { openArchive } from '../archive/open-archive.ts';
import type { ImportSource } from '../source.ts';
import { openZulip } from './open-zulip.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;
const OWNER = {
  ...{ country: 'US', timezone: 'America/Los_Angeles', ownerName: 'Olive', ownerEmail: 'Olive@example.com' },
  ownerPassword: 'correct horse battery staple',
};
const MIB = 2 ** 20;

/** JSON of the wire. */
type Loose = Answer['json'];

function ok(answer: Answer): Loose {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

async function withSource<T>(files: ArchiveFiles, work: (source: ImportSource) => Promise<T>): Promise<T> {
  await using written = await writeFolder({ 'export.tar.gz': await tarOf(files, 'zulip-export/') });
  await using archive = await openArchive(`${written.folder}/export.tar.gz`);
  return await work(await openZulip(archive, 25 * MIB));
}

const importTeam = (files: ArchiveFiles, name: string) =>
  withSource(files, (source) => importSource(server.services, source, { ...OWNER, name }));

async function clientOf(organizationId: string, name: string): Promise<ChatClient & { id: number }> {
  const user = (await database.reader.first(sql<{ id: number; email: string }>`
    select id, email from chat.users where organization_id = ${organizationId} and full_name = ${name}`))!;
  const { key } = await database.transaction((tx) =>
    createCredential(tx, { organizationId, kind: 'chat', subject: String(user.id) }),
  );
  return Object.assign(new ChatClient({ site: server.url, email: user.email, api_key: key }), { id: user.id });
}

const reportOf = ({ report }: ImportSource) =>
  Object.fromEntries(report.map(({ what, comes, changed, stays }) => [what, [comes, changed, stays]]));

test('a dry run counts what comes, comes changed and stays behind', async () => {
  const { report, rows, total } = await withSource(await zulipTeam(), async (source) => ({
    report: reportOf(source),
    rows: source.report,
    total: source.total,
  }));
  assert.equal(total, 14);
  assert.deepEqual(report, {
    people: [4, 2, 0],
    bots: [0, 2, 0],
    'scheduled messages': [0, 0, 1],
    'other rows': [0, 0, 1],
    subscriptions: [12, 0, 1],
    'user groups': [2, 1, 0],
    channels: [4, 0, 0],
    'retention periods': [0, 0, 1],
    'group conversations': [1, 0, 0],
    emoji: [1, 1, 1],
    avatars: [1, 0, 0],
    linkifiers: [1, 0, 1],
    'profile fields': [3, 0, 1],
    'muted and followed topics': [2, 0, 0],
    'muted people': [1, 0, 0],
    'alert words': [1, 0, 0],
    drafts: [2, 0, 0],
    messages: [14, 0, 0],
    'edits and moves': [1, 0, 0],
    'earlier texts': [1, 0, 0],
    reactions: [3, 0, 1],
    'unread marks': [14, 0, 0],
    'starred messages': [3, 0, 0],
    'direct conversations': [2, 0, 0],
    files: [1, 0, 2],
  });
  for (const { what, changed, stays, why } of rows) assert.ok(changed + stays === 0 || why !== '', what);
});

test('an import leaves as much as its dry run shows, and each row that does not come as it is has a reason', async () => {
  const files = await zulipTeam();
  const [sent] = (files['messages-000001.json'] as Record<string, Loose[]>).zerver_message!;
  sent.content = ' ';
  await withSource(files, async (source) => {
    const { organizationId } = await importSource(server.services, source, { ...OWNER, name: 'Counted' });
    assert.deepEqual(
      source.report.find(({ what }) => what === 'messages'),
      {
        what: 'messages',
        comes: 13,
        changed: 0,
        stays: 1,
        why: 'They are empty. Their marks and reactions stay behind with them.',
      },
    );
    await assertReportHolds(database, organizationId, source, [
      ...['people', 'bots', 'channels', 'messages', 'reactions', 'files', 'emoji', 'avatars', 'linkifiers'],
      ...['profile fields', 'muted people', 'alert words', 'drafts', 'starred messages'],
      ...['direct conversations', 'group conversations'],
    ]);
  });
});

test('tables that nobody knows are counted by their names, whatever these are, and many of them as one', async () => {
  const files = await zulipTeam();
  const own = JSON.stringify(rowsOf(files, 'realm.json')).slice(0, -1);
  const names = ['constructor', '__proto__', ...Array.from({ length: 400 }, (_, n) => `more${n}`)];
  files['realm.json'] = `${own},${names.map((name) => `"zerver_${name}":[{"id":1}]`).join(',')}}`;
  const row = await withSource(files, async ({ report }) => report.find(({ what }) => what === 'other rows')!);
  assert.equal(row.stays, 1 + names.length);
  assert.match(row.why, /Hubbub has no place for constructor\. Hubbub has no place for __proto__\./);
  assert.match(row.why, /Hubbub has no place for further tables\.$/);
  assert.doesNotMatch(row.why, /more399/);
});

test('what people have not read of many batches is written once, and is unread', async () => {
  const MORE = 2400;
  const unreadAmong = async (more: number): Promise<number> => {
    const files = manyZulipMessages(await zulipTeam(), more);
    const olive = await clientOf((await importTeam(files, `With ${more}`)).organizationId, 'Olive');
    return ok(await olive.post('/register', { fetch_event_types: ['message', 'update_message_flags'] })).unread_msgs
      .count;
  };
  // She has read the first one, and not two of ten, which somebody else sent.
  assert.equal(await unreadAmong(MORE), (await unreadAmong(1)) + 0.2 * MORE);
  const written = async () =>
    (await database.reader.first(sql<{ added: number; changed: number }>`
      select n_tup_ins as added, n_tup_upd as changed from pg_stat_user_tables where relname = 'imported_unread'`))!;
  await until(async () => (await written()).added > MORE / 500, 'the counts of what was written');
  assert.equal((await written()).changed, 0);
});

describe('an imported export', () => {
  let organizationId: string;
  let olive: ChatClient & { id: number };
  let mara: ChatClient & { id: number };
  let quinn: ChatClient & { id: number };
  let gwen: ChatClient & { id: number };

  before(async () => {
    ({ organizationId } = await importTeam(await zulipTeam(), 'Moved'));
    const traces = await database.reader.all(sql`
      select kind from platform.event_log where organization_id = ${organizationId}
        and kind in ('message', 'reaction', 'subscription', 'attachment', 'realm_emoji')`);
    assert.deepEqual(traces, [], 'nobody is notified');
    assert.equal((await database.reader.all(sql`select from chat.imported_unread`)).length, 0);
    assert.deepEqual(await inviteImportedPeople(server.services, organizationId, 200), {
      invited: 3,
      waiting: 0,
      without_address: 1,
    });
    olive = await clientOf(organizationId, 'Olive');
    mara = await clientOf(organizationId, 'Mara');
    quinn = await clientOf(organizationId, 'Quinn');
    gwen = await clientOf(organizationId, 'Gwen');
  });

  const messagesOf = async (client: ChatClient, more: object = {}): Promise<Loose[]> =>
    ok(
      await client.get('/messages', {
        anchor: 'oldest',
        num_before: 0,
        num_after: 100,
        narrow: [],
        allow_empty_topic_name: true,
        ...more,
      }),
    ).messages;

  const channelNamed = async (name: string) =>
    ok(await mara.get('/streams', { include_all: true, include_default: true, exclude_archived: false })).streams.find(
      (each: Loose) => each.name === name,
    );

  test('has its people with roles, zones, addresses and pictures', async () => {
    const { members } = ok(await olive.get('/users', { include_custom_profile_fields: true }));
    const shown = members
      .map((each: Loose) => [each.full_name, each.role, each.is_active, each.is_bot, each.delivery_email])
      .sort();
    assert.deepEqual(shown, [
      ['Gwen', 600, true, false, 'gwen@example.com'],
      ['Mara', 400, true, false, 'mara@example.com'],
      ['Ned', 400, false, false, 'ned@example.com'],
      ['Notification Bot', 400, false, true, shown[3][4]],
      ['Olive', 100, true, false, 'Olive@example.com'],
      ['Pat the Van', 400, false, false, shown[5][4]],
      ['Quinn', 300, true, false, 'quinn@example.com'],
      ['Robo', 400, false, true, shown[7][4]],
    ]);
    const { user } = ok(await olive.get(`/users/${mara.id}`, { include_custom_profile_fields: true }));
    assert.equal(user.timezone, 'Europe/Vienna');
    const avatar = await fetch(server.url + user.avatar_url.replace(server.url, ''), {
      headers: { authorization: `Basic ${btoa(`${olive.email}:${olive.key}`)}` },
    });
    assert.match(avatar.headers.get('content-type')!, /^image\//);
    const { custom_fields: fields } = ok(await olive.get('/realm/profile_fields'));
    assert.deepEqual(
      fields.map(({ name, type, display_in_profile_summary: shown }: Loose) => [name, type, shown ?? false]),
      [
        ['Shift', 3, true],
        ['Phone', 1, false],
        ['Mentor', 6, false],
      ],
    );
    const [shift, phone, mentor] = fields.map(({ id }: Loose) => String(id));
    assert.deepEqual(user.profile_data, {
      [shift]: { value: 'l' },
      [phone]: { value: '**+43** 1', rendered_value: '<p><strong>+43</strong> 1</p>' },
    });
    const { user: guest } = ok(await olive.get(`/users/${gwen.id}`, { include_custom_profile_fields: true }));
    assert.deepEqual(guest.profile_data, { [mentor]: { value: JSON.stringify([mara.id]) } });
  });

  test('has its channels, policies, groups and subscriptions', async () => {
    const { user_groups: groups } = ok(await olive.get('/user_groups', { include_deactivated_groups: true }));
    const [dispatchers, drivers, others] = ['dispatchers', 'drivers', 'Drivers (2)'].map((name) =>
      groups.find((each: Loose) => each.name === name),
    );
    assert.deepEqual([dispatchers.members, dispatchers.direct_subgroup_ids], [[mara.id], [drivers.id]]);
    // The circle of the archive is open here.
    assert.deepEqual([drivers.members.toSorted(), drivers.direct_subgroup_ids], [[gwen.id, quinn.id].toSorted(), []]);
    assert.equal(others.deactivated, true);
    const owners = groups.find((each: Loose) => each.name === 'role:owners').id;
    const single = { direct_members: [quinn.id], direct_subgroups: [owners] };
    assert.deepEqual(dispatchers.can_manage_group, single);
    assert.equal(drivers.can_mention_group, groups.find((each: Loose) => each.name === 'role:members').id);
    const [general, old, bosses, night] = await Promise.all(
      ['general', 'old yard', 'bosses', 'night'].map(channelNamed),
    );
    assert.deepEqual([general.is_default, general.topics_policy], [true, 'allow_empty_topic']);
    assert.deepEqual([old.is_archived, old.creator_id], [true, mara.id]);
    assert.deepEqual([bosses.invite_only, bosses.can_send_message_group], [true, dispatchers.id]);
    assert.equal(bosses.message_retention_days, null);
    assert.deepEqual([night.history_public_to_subscribers, night.can_administer_channel_group], [false, single]);
    const { subscriptions, ...registered } = ok(
      await mara.post('/register', {
        fetch_event_types: ['subscription', 'muted_users', 'user_topic', 'drafts', 'alert_words'],
      }),
    );
    const own = [...subscriptions, ...registered.unsubscribed].find(
      (each: Loose) => each.stream_id === bosses.stream_id,
    );
    assert.deepEqual(
      [own.color, own.pin_to_top, own.is_muted, own.push_notifications, own.desktop_notifications],
      ['#123456', true, true, true, null],
    );
    assert.deepEqual(
      registered.user_topics.map(({ stream_id, topic_name, visibility_policy }: Loose) => [
        stream_id,
        topic_name,
        visibility_policy,
      ]),
      [[general.stream_id, 'gates', 3]],
    );
    assert.deepEqual(registered.alert_words, ['Pallet']);
    assert.deepEqual(
      registered.drafts.map(({ type, to, topic, content }: Loose) => [type, to, topic, content]).toSorted(),
      [
        ['private', [gwen.id], '', 'dear Gwen'],
        ['stream', [general.stream_id], 'gates', 'half a'],
      ],
    );
    const { muted_users: muted } = ok(await gwen.post('/register', { fetch_event_types: ['muted_users'] }));
    const robo = ok(await olive.get('/users')).members.find((each: Loose) => each.full_name === 'Robo').user_id;
    assert.deepEqual(
      muted.map(({ id }: Loose) => id),
      [robo],
    );
  });

  test('has its texts rendered anew, with links to what came', async () => {
    const raw = await messagesOf(mara, { apply_markdown: false });
    const [hello, gate, plan] = raw;
    const html = await messagesOf(mara);
    assert.ok(!JSON.stringify(html).includes('alert(1)'), 'HTML of the archive is not used');
    assert.equal(hello.content, 'hello @**Olive** and @**all**, see #**old yard** and @*dispatchers* :van: #4711');
    assert.match(html[0].content, /user-mention[^>]+>@Olive</);
    assert.match(html[0].content, /user-group-mention/);
    assert.match(html[0].content, /<img alt=":van:" class="emoji"/);
    assert.match(html[0].content, /href="https:\/\/orders\.example\/4711"/);
    const general = gate.stream_id;
    const [, upload] = /\[plan\]\((\/user_uploads\/\S+)\)/.exec(plan.content) ?? [];
    assert.ok(upload, plan.content);
    const { organization_url: url } = { organization_url: plan.content.match(/https?:\S+?(?=\/#narrow)/)[0] };
    assert.equal(
      plan.content,
      `The [plan](${upload}), https://couriers.zulip.example/user_uploads/1/cd/Secret2/gone.txt and ` +
        `#**general>docks@${gate.id}** or ${url}/#narrow/channel/${general}-general/topic/docks/near/${gate.id}.\n` +
        `\`\`\`quote\n@_**Pat the Van** [said](#narrow/channel/${general}-general/topic/docks/near/${gate.id}): ` +
        '**Nobody**\n```\n`@**Olive|11**`\n```\n#**general>docks@202**\n```',
    );
    const file = await fetch(server.url + upload, {
      headers: { authorization: `Basic ${btoa(`${mara.email}:${mara.key}`)}` },
    });
    assert.equal(await file.text(), 'the plan');
    const { attachments } = ok(await mara.get('/attachments'));
    assert.deepEqual(
      attachments.map(({ name, messages }: Loose) => [name, messages[0].id]),
      [['plan.txt', plan.id]],
    );
    assert.deepEqual(raw.map(({ subject }: Loose) => subject).slice(3, 6), ['', '', `${'x'.repeat(57)}...`]);
    assert.deepEqual(
      raw.map(({ timestamp }: Loose) => timestamp),
      raw.map(({ timestamp }: Loose) => timestamp).toSorted(),
    );
  });

  test('has its history, reactions and flags', async () => {
    const [hello, gate] = await messagesOf(mara, { apply_markdown: false });
    const { message_history: history } = ok(await mara.get(`/messages/${gate.id}/history`));
    assert.deepEqual(
      history.map(({ content, rendered_content, topic }: Loose) => [
        content,
        rendered_content.includes('&lt;b&gt;'),
        topic,
      ]),
      [
        ['Which @**Mara** <b>gate</b>', true, 'gates'],
        ['Which gate?', false, 'gates'],
        ['Which gate?', false, 'docks'],
      ],
    );
    assert.equal(history.at(-1).user_id, mara.id);
    const [moved] = gate.edit_history;
    const old = await channelNamed('old yard');
    assert.deepEqual([moved.prev_stream, moved.stream], [old.stream_id, gate.stream_id]);
    const { emoji } = ok(await mara.get('/realm/emoji'));
    const vans = Object.values(emoji as Record<string, Loose>).map(({ id, name, deactivated }) => ({
      id,
      name,
      deactivated,
    }));
    assert.deepEqual(vans.map(({ name, deactivated }) => [name, deactivated]).toSorted(), [
      ['van', false],
      ['van', true],
    ]);
    const van = vans.find(({ deactivated }) => !deactivated)!.id;
    assert.deepEqual(
      gate.reactions.map(({ emoji_name, emoji_code, user_id }: Loose) => [emoji_name, emoji_code, user_id]).toSorted(),
      [
        ['thumbs_up', '1f44d', mara.id],
        ['van', van, gwen.id],
      ].toSorted(),
    );
    assert.deepEqual(
      hello.reactions.map(({ reaction_type }: Loose) => reaction_type),
      ['service_extra_emoji'],
    );
    const flags = async (client: ChatClient) =>
      Object.fromEntries(
        (await messagesOf(client, { apply_markdown: false })).map((each) => [each.content, each.flags.toSorted()]),
      );
    assert.deepEqual(
      (await flags(olive))[hello.content],
      ['mentioned', 'read', 'starred', 'stream_wildcard_mentioned', 'wildcard_mentioned'].toSorted(),
    );
    assert.deepEqual((await flags(olive))['all three'], []);
    assert.deepEqual((await flags(mara))['psst @**Mara**'], ['mentioned']);
    assert.deepEqual((await flags(gwen))['all three'], ['read', 'starred']);
    const { unread_msgs: unread } = ok(
      await quinn.post('/register', {
        fetch_event_types: ['message', 'update_message_flags'],
        client_capabilities: { empty_topic_name: true },
      }),
    );
    assert.equal(unread.count, 6);
    assert.deepEqual(
      unread.streams.map(({ topic, unread_message_ids: ids }: Loose) => [topic, ids.length]).toSorted(),
      [
        ['', 2],
        ['docks', 1],
        ['gates', 1],
        ['gates', 2],
      ],
    );
    assert.deepEqual(unread.mentions.length, 1, 'everybody was called');
  });

  test('shows what came before somebody to nobody, where history is not public', async () => {
    const night = await channelNamed('night');
    const narrow = [{ operator: 'channel', operand: night.stream_id }];
    const textsOf = async (client: ChatClient) =>
      (await messagesOf(client, { narrow, apply_markdown: false })).map(({ content }) => content);
    const all = ['before Quinn came', 'Quinn is here', 'without Quinn', 'Quinn again'];
    assert.deepEqual(await textsOf(mara), all);
    assert.deepEqual(await textsOf(quinn), ['Quinn is here', 'Quinn again']);
    const sent = ok(
      await mara.post('/messages', { type: 'stream', to: night.stream_id, topic: 'gates', content: 'hello again' }),
    );
    assert.equal((await messagesOf(quinn, { narrow })).at(-1).id, sent.id);
    const bosses = await channelNamed('bosses');
    const left = await quinn.get('/messages', {
      ...{ anchor: 'oldest', num_before: 0, num_after: 9 },
      narrow: [{ operator: 'channel', operand: bosses.stream_id }],
    });
    assert.notEqual(left.json.result, 'success', 'a membership that has ended gives nothing');
  });
});

test('what came to others behind the last message that somebody received stays hidden from them', async () => {
  const files = await zulipTeam();
  const rows = rowsOf(files, 'messages-000002.json');
  const received = rows.zerver_usermessage!.filter(
    ({ user_profile, message }) => user_profile !== 16 || message === 211,
  );
  // A row twice is no second time.
  rows.zerver_usermessage = [...received, ...received.filter(({ user_profile }) => user_profile === 16)];
  const { organizationId } = await importTeam(files, 'Left and came back');
  await inviteImportedPeople(server.services, organizationId, 200);
  const quinn = await clientOf(organizationId, 'Quinn');
  const mara = await clientOf(organizationId, 'Mara');
  const { stream_id: night } = ok(await quinn.get('/get_stream_id', { stream: 'night' }));
  const texts = async () =>
    ok(
      await quinn.get('/messages', {
        ...{ anchor: 'oldest', num_before: 0, num_after: 9, apply_markdown: false },
        narrow: [{ operator: 'channel', operand: night }],
      }),
    ).messages.map(({ content }: Loose) => content);
  assert.deepEqual(await texts(), ['Quinn is here']);
  ok(await mara.post('/messages', { type: 'stream', to: night, topic: 'gates', content: 'from now on' }));
  assert.deepEqual(await texts(), ['Quinn is here', 'from now on']);
});

test('links do not tell those outside of a private channel that a message was moved there', async () => {
  const files = await zulipTeam();
  Object.assign(rowsOf(files, 'messages-000001.json').zerver_message![1]!, { recipient: 133, subject: 'who goes' });
  Object.assign(rowsOf(files, 'messages-000002.json').zerver_message![0]!, { content: '#**the bosses>x@202**' });
  const { organizationId } = await importTeam(files, 'Moved away');
  const texts = await database.reader.all(sql<{ id: number; content: string }>`
    select id, content from chat.messages where organization_id = ${organizationId} order by id`);
  const outside = texts.find(({ content }) => content.startsWith('The [plan]'))!.content;
  assert.match(outside, /and #\*\*general>docks\*\* or/);
  assert.doesNotMatch(outside, /bosses|who goes/);
  assert.ok(texts.some(({ content }) => content === `#**bosses>who goes@${texts[1]!.id}**`));
});

test('a permission whose holders are gone holds nobody, and names of older system groups are known', async () => {
  const files = await zulipTeam();
  const realm = rowsOf(files, 'realm.json');
  Object.assign(realm.zerver_stream![0]!, { can_send_message_group: 65, can_add_subscribers_group: 60 });
  realm.zerver_namedusergroup![0]!.name = '@role:members';
  const { channels } = await withSource(files, async (source) => source.directory);
  assert.deepEqual(channels[0]!.permissions, {
    can_send_message_group: { people: [], groups: [] },
    can_add_subscribers_group: { systemGroup: 'role:members' },
  });
  const { organizationId } = await importTeam(files, 'Nobody writes');
  await inviteImportedPeople(server.services, organizationId, 200);
  const sent = await (await clientOf(organizationId, 'Mara')).post('/messages', {
    ...{ type: 'stream', to: 'general', topic: 'gates', content: 'may I?' },
  });
  assert.equal(sent.json.result, 'error', sent.text);
});

test('files whose messages lie between each other’s are put in order', async () => {
  const files = await zulipTeam();
  const [first, second] = [rowsOf(files, 'messages-000001.json'), rowsOf(files, 'messages-000002.json')];
  const moved = first.zerver_message!.pop()!;
  second.zerver_message!.unshift(first.zerver_message!.shift()!);
  first.zerver_message!.unshift(moved);
  const keys = await withSource(files, async (source) => {
    const found: string[] = [];
    for await (const { key } of source.messages(5)) found.push(key);
    return found;
  });
  assert.deepEqual(keys, ['206', '207', '208', '209', '210', '211', '212', '213', '214']);
});

test('an older export is read: names of flags, roles as marks, groups in one table, texts of Python', async () => {
  const files = await zulipTeam();
  const realm = rowsOf(files, 'realm.json');
  for (const person of realm.zerver_userprofile!) {
    delete person.role;
    if (person.id === 16) person.is_realm_admin = true;
  }
  realm.zerver_usergroup = [{ id: 61, name: 'dispatchers', description: '' }];
  delete realm.zerver_namedusergroup;
  realm.zerver_realmfilter = [{ id: 1, pattern: 'T(?P<id>[0-9]+)', url_format_string: 'https://t.example/%(id)s' }];
  realm.zerver_mutedtopic = [{ id: 1, user_profile: 12, stream: 31, recipient: 131, topic_name: 'noise' }];
  for (const row of rowsOf(files, 'messages-000001.json').zerver_usermessage!) {
    row.flags = row.flags_mask === 0 ? [] : ['read'];
    delete row.flags_mask;
  }
  const directory = await withSource(files, async (source) => source.directory);
  assert.equal(directory.people.find(({ fullName }) => fullName === 'Quinn')!.role, 200);
  assert.deepEqual(
    directory.groups!.map(({ name, members }) => [name, members]),
    [['dispatchers', ['12']]],
  );
  assert.equal(directory.linkifiers![0]!.urlTemplate, 'https://t.example/{id}');
  assert.deepEqual(directory.topicPolicies!.at(-1), {
    ...{ person: '12', channel: '31', topic: 'noise', policy: 1, at: '1970-01-01T00:00:00.000Z' },
  });
});
