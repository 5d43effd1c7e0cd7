import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { assertReportHolds } from '../../../tests/harness/import-counts.ts';
import {
  type MattermostLines,
  manyMattermostMessages,
  mattermostFiles,
  mattermostTeam,
} from '../../../tests/harness/mattermost-archive.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { writeFolder, zipOf } from '../../../tests/harness/slack-archive.ts';
import { importSource } from '../../cli/import.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';
import { ArchiveError } from '../archive/archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import type { ImportSource } from '../source.ts';
import { openMattermost } from './open-mattermost.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;
const LIMIT = 2 ** 20;
const GIVEN = {
  name: 'Moved Couriers',
  country: 'US',
  timezone: 'UTC',
  ownerEmail: 'mara@couriers.example',
  ownerName: 'Mara Moss',
  ownerPassword: 'correct horse battery staple',
};

async function packed(lines: MattermostLines, files = {}) {
  const written = await writeFolder({ 'team.zip': zipOf(mattermostFiles(lines, files)) });
  const archive = await openArchive(path.join(written.folder, 'team.zip'));
  return {
    archive,
    [Symbol.asyncDispose]: async () => {
      await archive[Symbol.asyncDispose]();
      await written[Symbol.asyncDispose]();
    },
  };
}

describe('an export of Mattermost', () => {
  let organizationId: string;
  let team: Awaited<ReturnType<typeof mattermostTeam>>;
  let mara: ChatClient;
  let source: ImportSource;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the wire
  let messages: any[];

  before(async () => {
    team = await mattermostTeam();
    await using given = await packed(team.lines, team.files);
    source = await openMattermost(given.archive, LIMIT);
    const rows = Object.fromEntries(
      source.report.map(({ what, comes, changed, stays }) => [what, [comes, changed, stays]]),
    );
    assert.deepEqual(rows, {
      'other lines': [0, 0, 1],
      emoji: [1, 0, 0],
      teams: [0, 1, 0],
      people: [2, 1, 0],
      avatars: [1, 0, 0],
      bots: [0, 1, 0],
      notices: [0, 0, 1],
      messages: [8, 1, 0],
      edits: [0, 1, 0],
      files: [1, 0, 1],
      reactions: [2, 0, 2],
      'starred messages': [1, 0, 0],
      threads: [0, 1, 0],
      pins: [0, 0, 1],
      'direct conversations': [1, 0, 0],
      'group conversations': [1, 0, 0],
      channels: [2, 1, 0],
      'unread, favorites, notification settings': [0, 0, 0],
    });
    ({ organizationId } = await importSource(server.services, source, GIVEN));
    const { key } = await database.transaction((tx) =>
      createCredential(tx, { organizationId, kind: 'chat', subject: '1' }),
    );
    mara = new ChatClient({ site: server.url, email: GIVEN.ownerEmail, api_key: key });
    ({ messages } = (
      await mara.get('/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        apply_markdown: false,
        allow_empty_topic_name: true,
      })
    ).json);
  });

  const contents = () => messages.map(({ content }) => content);

  test('leaves as much as its dry run shows', () =>
    assertReportHolds(database, organizationId, source, [
      ...['people', 'bots', 'channels', 'messages', 'edits', 'reactions', 'files', 'emoji', 'avatars'],
      ...['starred messages', 'direct conversations', 'group conversations'],
    ]));

  test('comes in the order of time, with its people and channels', async () => {
    assert.deepEqual(
      messages.map(({ sender_full_name: name, display_recipient: place, subject }) => [
        name,
        typeof place === 'string' ? place : place.length,
        subject,
      ]),
      [
        ['Mara Moss', 'Town Square', 'Gate 4 is shut'],
        ['gwen', 'Town Square', 'Gate 4 is shut'],
        ['Robo', 'Dock', ''],
        ['Ned', 'Town Square', ''],
        ['Mara Moss', 'Dock', ''],
        ['Ned', 'Town Square', 'Gate 4 is shut'],
        ['Mara Moss', 2, ''],
        ['Ned', 2, ''],
        ['gwen', 3, ''],
      ],
    );
    const channels = await database.reader.all(sql`
      select name, invite_only as private, is_archived as archived, is_default as default from chat.channels
      where organization_id = ${organizationId} order by id`);
    assert.deepEqual(channels, [
      { name: 'Town Square', private: false, archived: false, default: true },
      { name: 'Dock', private: true, archived: false, default: false },
      { name: 'Dock (2)', private: false, archived: true, default: false },
    ]);
    const people = await database.reader.all(sql`
      select full_name as name, role, is_active as active, avatar_file_id is not null as picture from chat.users
      where organization_id = ${organizationId} and bot_type is null order by id`);
    assert.deepEqual(people, [
      { name: 'Mara Moss', role: 100, active: true, picture: false },
      { name: 'Ned', role: 400, active: false, picture: true },
      { name: 'gwen', role: 600, active: false, picture: false },
    ]);
  });

  test('has texts whose names are those of here, and code as it was', () => {
    assert.equal(contents()[3], 'last @**Mara Moss**, see #**Dock**. `@mara` @nobody @**all** @\u200b**Mara Moss**');
    assert.equal(contents()[4], '/me waves');
    assert.equal(contents()[2], '**[Build](https://x.example/1)**\ngreen @\u200b**all**');
    assert.deepEqual(messages[3].flags.includes('mentioned'), true);
  });

  test('has its files, reactions, emoji and stars', async () => {
    const [, address] = /^\*\*Gate 4\*\* is shut\n\[plan\.txt\]\((\/user_uploads\/\S+)\)$/.exec(contents()[0])!;
    const { json } = await mara.get(address!.replace('/user_uploads/', '/user_uploads/'));
    const file = await fetch(`${server.url}${json.url}`);
    assert.equal(await file.text(), 'the plan');
    assert.equal(contents()[1], 'since when?\nlost.txt');
    assert.deepEqual(
      messages[0].reactions.map((each: Record<string, unknown>) => [each.emoji_name, each.reaction_type]),
      [
        ['van', 'realm_emoji'],
        ['+1', 'unicode_emoji'],
      ],
    );
    assert.equal(messages[0].last_edit_timestamp, messages[0].timestamp + 1);
    const stars = await database.reader.all(sql`
      select user_id as user, message_id as message from chat.message_flags
      where organization_id = ${organizationId} and flags & 1 = 1`);
    assert.deepEqual(stars, [{ user: 2, message: messages[0].id }]);
  });

  test('tells nobody anything, and is not imported twice', async () => {
    const traces = await database.reader.first(sql`
      select (select count(*)::int from platform.outbox where organization_id = ${organizationId}) as mails,
        (select count(*)::int from platform.event_log where organization_id = ${organizationId}
          and kind in ('message', 'reaction', 'subscription', 'attachment')) as events`);
    assert.deepEqual(traces, { mails: 0, events: 0 });
    await using given = await packed(team.lines, team.files);
    await assert.rejects(
      importSource(server.services, await openMattermost(given.archive, LIMIT), GIVEN),
      /was imported as organization/,
    );
  });

  test('is read from a folder and from the file alone', async () => {
    await using written = await writeFolder(mattermostFiles(team.lines));
    await using folder = await openArchive(written.folder);
    await using file = await openArchive(path.join(written.folder, 'import.jsonl'));
    const [first, second] = [await openMattermost(folder, LIMIT), await openMattermost(file, LIMIT)];
    assert.deepEqual([first.total, first.digest], [9, second.digest]);
  });

  test('is gone on with where it stopped, in the order of time', async () => {
    const lines = manyMattermostMessages(team.lines, 1200);
    await using given = await packed(lines, team.files);
    const source = await openMattermost(given.archive, LIMIT);
    const stop = new Error('stopped');
    const progress = (done: number) => {
      if (done >= 500) throw stop;
    };
    await assert.rejects(importSource(server.services, source, { ...GIVEN, name: 'Again' }, progress), stop);
    const result = await importSource(server.services, await openMattermost(given.archive, LIMIT), undefined);
    assert.deepEqual([result.before, result.messages], [500, 1209]);
    const order = await database.reader.first(sql<{ n: number; sorted: boolean }>`
      select count(*)::int as n, bool_and(coalesce(sent_at >= before, true)) as sorted
      from (select sent_at, lag(sent_at) over (order by id) as before from chat.messages
        where organization_id = ${result.organizationId}) m`);
    assert.deepEqual(order, { n: 1209, sorted: true });
  });

  const HOSTILE: [what: string, sentence: RegExp, change: (lines: MattermostLines) => unknown[]][] = [
    ['without a version', /Line 1 .* does not say the version/, (lines) => lines.slice(1)],
    ['of another version', /Line 1 .* other than 1/, (lines) => [{ type: 'version', version: 2 }, ...lines.slice(1)]],
    ['with its version twice', /Line 2 .* again/, (lines) => [lines[0], ...lines]],
    ['with a list', /Line 20 .* no object/, (lines) => [...lines, []]],
    [
      'with a person twice',
      /has the person "mara" again/,
      (lines) => [...lines, lines.find(({ type }) => type === 'user')],
    ],
    [
      'with a channel twice',
      /has the channel .* again/,
      (lines) => [...lines, lines.find(({ type }) => type === 'channel')],
    ],
    [
      'with a post nowhere',
      /a channel that is not there/,
      (lines) => [
        ...lines,
        { type: 'post', post: { team: 'couriers', channel: 'gone', user: 'mara', message: 'x', create_at: 1.5e12 } },
      ],
    ],
    [
      'with a post at no time',
      /no valid create_at/,
      (lines) => [
        ...lines,
        { type: 'post', post: { team: 'couriers', channel: 'dock', user: 'mara', message: 'x', create_at: 'soon' } },
      ],
    ],
    [
      'with a post of nobody',
      /has no user/,
      (lines) => [
        ...lines,
        { type: 'post', post: { team: 'couriers', channel: 'dock', message: 'x', create_at: 1.5e12 } },
      ],
    ],
  ];
  for (const [what, sentence, change] of HOSTILE)
    test(`${what} is refused in a sentence`, async () => {
      await using given = await packed(change(team.lines) as MattermostLines);
      await assert.rejects(openMattermost(given.archive, LIMIT), (error: Error) => {
        assert.ok(error instanceof ArchiveError, error.stack);
        assert.match(error.message, sentence);
        return true;
      });
    });

  test('with members of all wrong types comes without them', async () => {
    const odd = [
      { type: 'user', user: { username: 'odd', email: 7, roles: [], teams: 'x', delete_at: {}, timezone: [] } },
      {
        type: 'post',
        post: {
          team: 'couriers',
          channel: 'dock',
          user: 'mara',
          message: 5,
          create_at: 1.5e12,
          replies: 'x',
          reactions: {},
          attachments: [{ path: '../../etc/passwd' }, 7],
          props: [],
          flagged_by: 'x',
        },
      },
      { type: 'direct_channel', direct_channel: { members: {} } },
      { type: 'emoji', emoji: { name: [], image: {} } },
      { type: 'nothing' },
    ];
    const end = team.lines.findIndex(({ type }) => type === 'post');
    await using given = await packed([...team.lines.slice(0, end), ...odd, ...team.lines.slice(end)]);
    const source = await openMattermost(given.archive, LIMIT);
    const { organizationId: made } = await importSource(server.services, source, { ...GIVEN, name: 'Odd' });
    const rows = await database.reader.all(sql<{ content: string }>`
      select content from chat.messages where organization_id = ${made} and content like '5%'`);
    assert.deepEqual(rows, [{ content: '5\npasswd' }]);
  });

  test('with a line that does not end is refused', async () => {
    await using written = await writeFolder({});
    const file = path.join(written.folder, 'import.jsonl');
    await writeFile(file, '{"type":"version","version":1}\n{"type":"user"');
    await using archive = await openArchive(file);
    await assert.rejects(openMattermost(archive, LIMIT), /ends within a line|not valid JSON/);
  });
});
