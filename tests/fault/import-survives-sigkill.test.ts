import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { exportOrganizationToFile } from '../../src/cli/export-organization.ts';
import { importSource } from '../../src/cli/import.ts';
import { openArchive } from '../../src/import/archive/open-archive.ts';
import { programOf } from '../../src/import/sources.ts';
import { until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { manyMattermostMessages, mattermostFiles, mattermostTeam } from '../harness/mattermost-archive.ts';
import { Installation, programFile } from '../harness/program.ts';
import { randomNumbers } from '../harness/random.ts';
import { startTestServer } from '../harness/server.ts';
import { manyMessages, slackTeam, writeFolder, zipOf } from '../harness/slack-archive.ts';
import { manyZulipMessages, tarOf, zulipTeam } from '../harness/zulip-archive.ts';

/** Kills of a run; HUBBUB_IMPORT_KILLS=20 for the long one. */
const KILLS = Number(process.env.HUBBUB_IMPORT_KILLS ?? 2);
/** So few kills all come while something is written; of more, the first comes at some moment of the start. */
const FEW = 2;
/** The moments of the kills follow from it: `SEED=…` for others. */
const SEED = Number(process.env.SEED ?? 34);
/** Enough for all kills: on a quick machine some batches of 500 are written between two of them. */
const MESSAGES = KILLS > 4 ? 2500 * KILLS : 1000 * (KILLS + 2);
const OWNER = { country: 'US', timezone: 'UTC', ownerEmail: 'olive@example.com', ownerName: 'Olive' };
const PASSWORD = 'correct horse battery staple';

/** Content of an organization, without the numbers that sequences gave. */
async function contentOf(connectionString: string): Promise<{ hash: string; messages: number }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const hash = createHash('sha256');
    const ranks = new Map<string, number>();
    const { rows } = await client.query(`
      select m.id, c.name, m.topic, d.user_ids, m.sender_id, m.content, m.rendered_content, m.plain_text, m.sent_at::text,
        m.last_edit_at::text, m.last_moved_at::text, m.edit_history, m.is_me_message, m.has_link, m.has_image, m.mentioned_user_ids, m.wildcard
      from chat.messages m
        left join chat.channels c on c.organization_id = m.organization_id and c.id = m.channel_id
        left join chat.direct_conversations d on d.organization_id = m.organization_id and d.recipient_id = m.recipient_id
      order by m.id`);
    for (const { id, ...row } of rows) {
      ranks.set(id, ranks.size);
      const text = JSON.stringify(row).replaceAll(
        /(near\/|@)(\d+)(?=\*\*|[\\").<])/g,
        (_all, sign, to) => `${sign}${ranks.get(to)}`,
      );
      hash.update(
        text
          .replaceAll(/channel\/\d+-/g, 'channel/')
          .replaceAll(/data-stream-id=\\"\d+/g, 'data-stream-id')
          // Names of files are drawn by lot, and each server has its address.
          .replaceAll(/user_uploads\/\d+\/[^/]+\/[^/]+|user_avatars\/emoji\/\w+|https?:\/\/[\d.]+:\d+/g, ''),
      );
    }
    const rest = [
      'select email, full_name, role, is_active, bot_type, timezone, extract(year from date_joined) < 2021 as old from chat.users order by id',
      'select name, description, invite_only, is_archived, is_default, creator_id from chat.channels order by name',
      'select c.name, s.user_id from chat.subscriptions s join chat.channels c on c.id = s.channel_id order by 1, 2',
      'select user_ids from chat.direct_conversations order by 1',
      'select r.user_id, emoji_name, emoji_code, r.message_id::text as message from chat.reactions r order by message_id, 1, 2',
      'select f.user_id, flags, message_id::text as message from chat.message_flags f order by message_id, 1',
      'select name, description, deactivated, creator_id from chat.user_groups order by name',
      'select g.name, m.user_id from chat.user_group_members m join chat.user_groups g on g.id = m.group_id order by 1, 2',
      'select f.name, v.user_id, v.value from chat.profile_values v join chat.profile_fields f on f.id = v.field_id order by 1, 2',
      'select name, is_deactivated, author_id, size from chat.realm_emoji order by id',
      'select id, avatar_version, avatar_file_id is not null as has from chat.users order by id',
      'select name, owner_id, size from chat.attachments order by id',
      'select pattern, url_template from chat.linkifiers order by position',
      'select user_id, topic, policy from chat.topic_visibility order by 1, 2',
      'select user_id, type, topic, content from chat.drafts order by id',
      `select r.user_id, c.name, m.id::text as message from chat.read_ranges r
         join chat.messages m on m.organization_id = r.organization_id and m.recipient_id = r.recipient_id
           and not r.ranges @> m.id
         left join chat.channels c on c.recipient_id = m.recipient_id order by 1, m.id`,
      `select p.user_id, c.name, m.id::text as message from chat.subscription_periods p
         join chat.channels c on c.id = p.channel_id
         join chat.messages m on m.channel_id = p.channel_id and m.id > p.after_message_id
           and (p.until_message_id is null or m.id <= p.until_message_id) order by 1, m.id`,
      'select user_id, count(*) from chat.read_ranges group by 1 order by 1',
      'select count(*)::int from chat.imported_unread',
      'select user_id from chat.imported_people order by 1',
      'select count(*)::int, max(position)::int from chat.imports where ended_at is not null',
    ];
    for (const query of rest)
      for (const row of (await client.query(query)).rows)
        hash.update(JSON.stringify({ ...row, ...(row.message && { message: ranks.get(row.message) }) }));
    return { hash: hash.digest('hex'), messages: rows.length };
  } finally {
    await client.end();
  }
}

test(`an import that is killed ${KILLS} times ends as one that nobody disturbs`, { timeout: 900_000 }, () =>
  killAndCompare('slack', 'team.zip', async () => zipOf(manyMessages(slackTeam(), MESSAGES))),
);

test(`an import of an export of Mattermost that is killed ${KILLS} times, too`, { timeout: 900_000 }, () =>
  killAndCompare('mattermost', 'team.zip', async () => {
    const { lines, files } = await mattermostTeam();
    return zipOf(mattermostFiles(manyMattermostMessages(lines, MESSAGES), files));
  }),
);

test(`an import of an export of Hubbub that is killed ${KILLS} times, too`, { timeout: 900_000 }, async () => {
  await using written = await writeFolder({ 'team.zip': zipOf(manyMessages(slackTeam(), MESSAGES)) });
  await using reference = await startTestServer();
  await using archive = await openArchive(path.join(written.folder, 'team.zip'));
  const source = await programOf(archive, 'slack').open(archive, reference.services.config);
  const given = { ...OWNER, name: 'Moved', ownerPassword: PASSWORD };
  const { organizationId } = await importSource(reference.services, source, given);
  const file = path.join(written.folder, 'moved.tar.gz');
  const { rows } = await exportOrganizationToFile(reference.services, organizationId, file);
  await killUntilDone(['import', 'hubbub', file], 'platform.organization_imports', async (result, content) => {
    if (result) assert.equal(result.rows, rows);
    assert.deepEqual(await content(), await contentOf(reference.connectionString));
  });
});

test(`an import of an export of Zulip that is killed ${KILLS} times, too`, { timeout: 900_000 }, () =>
  killAndCompare('zulip', 'team.tar.gz', async () => tarOf(manyZulipMessages(await zulipTeam(), MESSAGES))),
);

async function killAndCompare(program: string, name: string, pack: () => Promise<Buffer>): Promise<void> {
  await using written = await writeFolder({ [name]: await pack() });
  const file = path.join(written.folder, name);

  await using reference = await startTestServer();
  await using archive = await openArchive(file);
  const source = await programOf(archive, program).open(archive, reference.services.config);
  await importSource(reference.services, source, { ...OWNER, name: 'Moved', ownerPassword: PASSWORD });
  const wanted = await contentOf(reference.connectionString);
  assert.equal(wanted.messages, source.total);

  const options = ['--organization-name', 'Moved', '--country', 'US', '--timezone', 'UTC'];
  const owner = ['--owner-email', OWNER.ownerEmail, '--owner-name', OWNER.ownerName, '--owner-password', PASSWORD];
  await killUntilDone(['import', program, file, ...options, ...owner], 'chat.imports', async (result, content) => {
    if (result) assert.equal(result.messages, source.total);
    assert.deepEqual(await content(), wanted);
  });
}

/** Runs an import that is killed again and again, and at last is not. @param table the table of its position */
async function killUntilDone(
  importing: readonly string[],
  table: string,
  check: (result: Record<string, unknown> | undefined, content: () => ReturnType<typeof contentOf>) => Promise<void>,
): Promise<void> {
  const random = randomNumbers(SEED);
  const database = await createTestDatabase();
  await using installation = await Installation.create();
  const environment = { DATABASE_URL: database.connectionString };
  const watching = new pg.Client({ connectionString: database.connectionString });
  try {
    assert.equal((await installation.commandWith(environment, 'first-run')).code, 0);
    const command = [process.execPath, programFile, ...importing];
    await watching.connect();
    const position = async () => {
      const { rows } = await watching.query(`select position::int, ended_at from ${table}`);
      if (rows[0]?.ended_at) return Number.POSITIVE_INFINITY;
      return rows[0]?.position ?? -1;
    };
    let kills = 0;
    for (; kills < KILLS; kills++) {
      const before = await position();
      if (before === Number.POSITIVE_INFINITY) break;
      const run = installation.spawn(environment, command);
      // Some time after it has gone on: within a transaction, between two, or before the first.
      const isAtStart = kills === 0 && KILLS > FEW;
      if (!isAtStart)
        await until(async () => (await position()) > before || run.child.exitCode !== null, 'it goes on', 240);
      await new Promise((resolve) => setTimeout(resolve, random() * (isAtStart ? 3000 : 150)));
      await run.end('SIGKILL');
    }
    // The last kill may come between the end of the import and its result: then nothing prints that any more.
    const isEnded = (await position()) === Number.POSITIVE_INFINITY;
    assert.ok(kills === KILLS || kills > FEW, `the import ended after ${kills} kills: it needs more messages`);
    const last = await installation.commandWith(environment, ...importing, '--json');
    assert.equal(last.code, isEnded ? 1 : 0, last.stderr);
    await check(isEnded ? undefined : JSON.parse(last.stdout), () => contentOf(database.connectionString));
    if (isEnded) assert.match(last.stderr, /was imported as organization/);
  } finally {
    await watching.end();
    await database.drop();
  }
}
