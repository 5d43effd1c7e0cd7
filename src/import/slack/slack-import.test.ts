import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { assertReportHolds } from '../../../tests/harness/import-counts.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { slackTeam, writeFolder } from '../../../tests/harness/slack-archive.ts';
import { linkIn, Visitors } from '../../../tests/harness/visitors.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { doDeactivateUser } from '../../chat/accounts/actions.ts';
import { doWriteImported, ImportMovedElsewhere } from '../../chat/imports/actions.ts';
import { indexMessages } from '../../chat/messages/search/index-job.ts';
import { deleteOrganization } from '../../cli/delete-organization.ts';
import { importSource } from '../../cli/import.ts';
import { organizationList } from '../../cli/lists.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { inviteImportedPeople } from '../../pages/imported-people/actions.ts';
import { RESET_QUEUE } from '../../pages/reset/send-reset-links.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';
import { ArchiveError } from '../archive/archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import type { ImportSource } from '../source.ts';
import { fetchSlackFile } from './fetch-file.ts';
import { openSlack, type SlackFiles } from './open-slack.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;
const PASSWORD = 'correct horse battery staple';
const OWNER = { country: 'US', timezone: 'America/Los_Angeles', ownerName: 'Olive', ownerPassword: PASSWORD };

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

async function clientOf(organizationId: string, userId: number): Promise<ChatClient> {
  const user = await database.reader.first(sql<{ email: string }>`
    select email from chat.users where organization_id = ${organizationId} and id = ${userId}`);
  const { key } = await database.transaction((tx) =>
    createCredential(tx, { organizationId, kind: 'chat', subject: String(userId) }),
  );
  return new ChatClient({ site: server.url, email: user!.email, api_key: key });
}

/** JSON of the wire. */
type Loose = Answer['json'];

/** Rows that an organization has, by tables that nobody writes during an import. */
async function traces(organizationId: string) {
  return database.reader.first(sql<{ events: number; mails: number; pushes: number; missed: number }>`
    select (select count(*)::int from platform.event_log where organization_id = ${organizationId}
        and kind in ('message', 'reaction', 'subscription', 'attachment')) as events,
      (select count(*)::int from platform.outbox where organization_id = ${organizationId}) as mails,
      (select count(*)::int from chat.pushed_messages where organization_id = ${organizationId}) as pushes,
      (select count(*)::int from chat.missed_messages where organization_id = ${organizationId}) as missed`);
}

/** The same source, with work between two of its messages. */
const interrupted = (source: ImportSource, at: number, work: () => Promise<void>): ImportSource => ({
  ...source,
  async *messages(from) {
    let n = from;
    for await (const message of source.messages(from)) {
      if (n++ === at) await work();
      yield message;
    }
  },
});

/** The same source, each of its messages a transaction of its own. */
const oneByOne = (source: ImportSource): ImportSource => ({
  ...source,
  async *messages(from) {
    for await (const message of source.messages(from)) yield { ...message, size: 1_000_000 };
  },
});

async function importTeam(
  ownerEmail: string,
  wrap: (source: ImportSource) => ImportSource = (source) => source,
): Promise<string> {
  const files = await writeFolder(slackTeam());
  try {
    await using archive = await openArchive(files.folder);
    const source = wrap(await openSlack(archive));
    const { organizationId } = await importSource(server.services, source, { ...OWNER, name: 'Moved', ownerEmail });
    return organizationId;
  } finally {
    await files[Symbol.asyncDispose]();
  }
}

describe('an imported team', () => {
  let organizationId: string;
  let other: CreatedOrganization;
  let otherRows: unknown;
  const rowsOfOther = () =>
    database.reader.all(sql`
      select event_id, message_id, state_event_id from platform.log_heads where organization_id = ${other.organization_id}`);

  before(async () => {
    other = await server.organization();
    otherRows = await rowsOfOther();
    organizationId = await importTeam('Olive@example.com', (source) =>
      interrupted(source, 5, async () => {
        const [{ id } = { id: '' }] = await database.reader.all(sql<{ id: string }>`
          select organization_id as id from chat.imports where ended_at is null`);
        // Nobody comes in before the end, by a key or by a password, and nobody is asked who is there.
        const early = await clientOf(id, 1);
        assert.equal((await early.get('/users/me')).status, 401);
        const { browse } = new Visitors(server, other);
        const browser = await (await browse().open('/sign-in')).submit('Continue', {
          emailOrPhone: 'Olive@example.com',
          password: PASSWORD,
        });
        assert.equal(browser.status, 403);
        assert.equal((await new ChatClient(other.chat).get('/users/me')).status, 200);
        await assert.rejects(inviteImportedPeople(server.services, id, 1), /has not ended/);
      }),
    );
    await indexMessages(server.services);
  });

  test('leaves no event of a message, no mail and no push, and another organization as it was', async () => {
    assert.deepEqual(await traces(organizationId), { events: 0, mails: 0, pushes: 0, missed: 0 });
    assert.deepEqual(await rowsOfOther(), otherRows);
    const ids = await database.reader.all(sql`select from chat.imported_ids`);
    assert.equal(ids.length, 0);
  });

  test('is not imported twice', async () => {
    await assert.rejects(importTeam('Olive@example.com'), /was imported as organization/);
  });

  test('cannot sign in until it is invited', async () => {
    const visitors = new Visitors(server, other);
    const browser = await visitors.browse().open('/reset');
    await browser.submit('Send link', { email: 'mara@example.com' });
    const isDone = async () => {
      const jobs = await database.reader.all(sql<{ state: string }>`
        select state from jobs.job where name = ${RESET_QUEUE} and data->>'email' = 'mara@example.com'`);
      return jobs.length > 0 && jobs.every(({ state }) => state === 'completed');
    };
    await until(isDone, 'the job that sends links');
    assert.equal((await traces(organizationId))!.mails, 0);
    // The log comes first, as where an administrator reactivates somebody: nobody is locked by who waits for the log.
    let free = 0;
    const invited = await whileHeld(
      server,
      (tx) => tx.position(organizationId),
      () => inviteImportedPeople(server.services, organizationId, 1),
      async (waits) => {
        if (waits.length === 0) return false;
        const rows = await database.transaction((tx) =>
          tx.all(sql`
            select from chat.imported_people where organization_id = ${organizationId} for update skip locked`),
        );
        free = rows.length;
        return true;
      },
    );
    assert.equal(free, 3);
    assert.deepEqual(invited, { invited: 1, waiting: 1, without_address: 1 });
    assert.deepEqual(await inviteImportedPeople(server.services, organizationId, 200), {
      invited: 1,
      waiting: 0,
      without_address: 1,
    });
    assert.equal((await inviteImportedPeople(server.services, organizationId, 200)).invited, 0);
    const mails = await database.reader.all(sql<{ recipient: string; body: string }>`
      select recipient, body from platform.outbox where organization_id = ${organizationId} order by id`);
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      ['mara@example.com', 'gwen@example.com'],
    );
    const link = linkIn(mails[0]!.body);
    const mara = await visitors.browse().open(link);
    assert.match(mara.text, /The conversations of Moved are here/);
    await mara.submit('Join', { password: 'Password123!' });
    assert.equal(mara.status, 400);
    await mara.submit('Join', { password: PASSWORD });
    assert.equal(mara.status, 200);
    assert.equal((await visitors.browse().open(link)).status, 404);
    const again = await (await visitors.browse().open('/sign-in')).submit('Continue', {
      emailOrPhone: 'mara@example.com',
      password: PASSWORD,
    });
    assert.equal(again.status, 200);
  });

  test('is as if its messages had been sent', async () => {
    const twin = await sentTwin(organizationId);
    for (const userId of [1, 2, 4]) {
      const imported = await viewOf(organizationId, userId);
      assert.ok(imported.messages.length > 3, 'the person sees messages');
      assert.deepEqual(imported, await viewOf(twin, userId), `person ${userId}`);
    }
  });
});

test('an import leaves as much as its dry run shows: one reaction of a person with an emoji, and none of strangers', async () => {
  const team = slackTeam();
  const [, asked] = team['general/2020-01-02.json'] as { reactions?: object[] }[];
  asked!.reactions = [
    { name: '+1::skin-tone-2', users: ['U2', 'U4'] },
    { name: '+1', users: ['U2', 'U77'] },
    { name: 'partyparrot', users: ['U2'] },
  ];
  await using files = await writeFolder(team);
  await using archive = await openArchive(files.folder);
  const source = await openSlack(archive);
  const given = { ...OWNER, name: 'Counted', ownerEmail: 'Olive@example.com' };
  const { organizationId } = await importSource(server.services, source, given);
  const kinds = ['people', 'bots', 'channels', 'messages', 'edits', 'reactions'];
  await assertReportHolds(database, organizationId, source, [...kinds, 'direct conversations', 'group conversations']);
  const { comes, stays } = source.report.find(({ what }) => what === 'reactions')!;
  assert.deepEqual([comes, stays], [2, 3]);
});

test('people are invited once each, also by two runs at once and after one that was cut off; deactivated ones are not', async () => {
  const team = slackTeam();
  const users = team['users.json'] as object[];
  for (let n = 0; n < 12; n++)
    users.push({
      id: `W${n}`,
      name: `w${n}`,
      real_name: `W ${n}`,
      deleted: n % 4 === 3,
      profile: { email: `w${n}@example.com` },
    });
  await using files = await writeFolder(team);
  await using archive = await openArchive(files.folder);
  const given = { ...OWNER, name: 'Invited', ownerEmail: 'Olive@example.com' };
  const { organizationId } = await importSource(server.services, await openSlack(archive), given);
  const invite = (batch: number) => inviteImportedPeople(server.services, organizationId, batch);
  const mailed = async () => {
    const mails = await database.reader.all(sql<{ recipient: string }>`
      select recipient from platform.outbox where organization_id = ${organizationId} order by recipient`);
    return mails.map(({ recipient }) => recipient);
  };
  // The database ends the run while it writes the mail of the third.
  let mails = 0;
  const cut = new Proxy(database, {
    get: (target, name) =>
      name !== 'transaction'
        ? Reflect.get(target, name, target)
        : (work: (tx: unknown) => Promise<unknown>, options: object) =>
            target.transaction(async (tx) => {
              const result = await work(tx);
              if (++mails === 3) throw new Error('cut off');
              return result;
            }, options),
  });
  await assert.rejects(inviteImportedPeople({ ...server.services, database: cut }, organizationId, 200), /cut off/);
  assert.equal((await mailed()).length, 2);
  const both = await Promise.all([invite(200), invite(200)]);
  assert.equal(
    both.reduce((sum, { invited }) => sum + invited, 0),
    9,
  );
  const workers = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((n) => `w${n}@example.com`);
  assert.deepEqual(await mailed(), ['gwen@example.com', 'mara@example.com', ...workers].sort());
  const inactive = await database.reader.all(sql<{ email: string }>`
    select email from chat.users where organization_id = ${organizationId} and not is_active and email like 'w%' order by 1`);
  assert.deepEqual(
    inactive.map(({ email }) => email),
    ['w11@example.com', 'w3@example.com', 'w7@example.com'],
  );
});

test('an import that is given up is listed, and can be deleted and begun again', async () => {
  await using written = await writeFolder({ ...slackTeam(), 'bosses/2020-01-05.json': [] });
  await using archive = await openArchive(written.folder);
  const source = await openSlack(archive);
  const given = { ...OWNER, name: 'Given up', ownerEmail: 'olive@example.com' };
  const stop = new Error('stopped here');
  const stopped = interrupted(source, 3, async () => {
    throw stop;
  });
  await assert.rejects(importSource(server.services, stopped, given), stop);
  const listed = (await organizationList(server.services)).filter((each) => 'importing_since' in each);
  assert.equal(listed.length, 1);
  const organizationId = listed[0]!.organization_id;
  // Without its options the command goes on with it, and nothing else.
  const gone = { ...source, digest: 'f'.repeat(64) };
  await assert.rejects(importSource(server.services, gone, undefined), /No import of this archive was begun/);
  assert.equal((await deleteOrganization(server.services, organizationId)).deleted, true);
  const again = await importSource(server.services, source, given);
  assert.notEqual(again.organizationId, organizationId);
  assert.deepEqual([again.messages, again.before], [source.total, 0]);
});

test('of two runs at once the one that comes later stops, and nothing is there twice', async () => {
  await using written = await writeFolder({ ...slackTeam(), 'bosses/2020-01-06.json': [] });
  await using archive = await openArchive(written.folder);
  const source = await openSlack(archive);
  const given = { ...OWNER, name: 'Twice', ownerEmail: 'olive@example.com' };
  const earlier = interrupted(source, 3, async () => {
    await importSource(server.services, source, undefined);
  });
  await assert.rejects(importSource(server.services, earlier, given), /Another process imports this archive/);
  const [row] = await database.reader.all(sql<{ organizationId: string; position: number; messages: number }>`
    select i.organization_id as "organizationId", position::int,
      (select count(*)::int from chat.messages m where m.organization_id = i.organization_id) as messages
    from chat.imports i where archive = ${source.digest}`);
  assert.deepEqual([row!.position, row!.messages], [source.total, source.total]);
  // Neither behind a position that was passed.
  await database.transaction(
    (tx) => tx.run(sql`update chat.imports set ended_at = null where organization_id = ${row!.organizationId}`),
    { organizationId: row!.organizationId },
  );
  const late = database.transaction((tx) => doWriteImported(tx, { from: 0, to: 1 }, []), {
    organizationId: row!.organizationId,
  });
  await assert.rejects(late, ImportMovedElsewhere);
});

/** A file of a message, as Slack's archives have it. */
const fileOf = (id: string, name: string) => ({
  ...{ id, name, permalink: `https://team.slack.com/files/U2/${id}/${name}` },
  url_private_download: `https://files.slack.com/files-pri/T1-${id}/download/${name}`,
});

const messageWith = (seconds: number, ...files: object[]) => ({
  type: 'message',
  user: 'U2',
  ts: `${seconds}.000100`,
  text: 'see',
  files,
});

/** Files of imports that have not ended, and whether they became uploads. */
const notedFiles = () =>
  database.reader.all(sql<{ key: string; isUpload: boolean }>`
    select source_id as key, target_id > 0 as "isUpload" from chat.imported_ids where kind = 'file' order by source_id`);

test('of two runs at once that fetch a file, the one that comes later stops', async () => {
  await using written = await writeFolder({
    ...slackTeam(),
    'general/2019-01-07.json': [messageWith(1_546_819_200, fileOf('F7', 'a.txt')), messageWith(1_546_819_300)],
  });
  await using archive = await openArchive(written.folder);
  const stop = new Error('stopped here');
  const quick = await openSlack(archive, async () => Buffer.from('quick'));
  const stopped = interrupted(oneByOne(quick), 1, async () => {
    throw stop;
  });
  // The other run takes the file while this one fetches it, and stops, or goes on to the end.
  const slow: SlackFiles = async () => {
    const isFirst = (await notedFiles()).length === 0;
    if (isFirst) await assert.rejects(importSource(server.services, stopped, undefined), stop);
    return Buffer.from('slow');
  };
  const given = { ...OWNER, name: 'Twice fetched', ownerEmail: 'olive@example.com' };
  await assert.rejects(
    importSource(server.services, await openSlack(archive, slow), given),
    /Another process imports this archive/,
  );
  assert.deepEqual(await notedFiles(), [{ key: 'F7', isUpload: true }]);
  const { messages } = await importSource(server.services, quick, undefined);
  assert.equal(messages, quick.total);
});

test('a run that fetches a file while another one ends the import leaves nothing', async () => {
  await using written = await writeFolder({
    ...slackTeam(),
    'general/2019-01-08.json': [messageWith(1_546_905_600, fileOf('F7', 'a.txt'))],
  });
  await using archive = await openArchive(written.folder);
  const quick = await openSlack(archive, async () => undefined);
  let ended = '';
  const slow: SlackFiles = async () => {
    ended = (await importSource(server.services, quick, undefined)).organizationId;
    return Buffer.from('slow');
  };
  const given = { ...OWNER, name: 'Ended meanwhile', ownerEmail: 'olive@example.com' };
  await assert.rejects(
    importSource(server.services, await openSlack(archive, slow), given),
    /Another process imports this archive/,
  );
  assert.deepEqual(await notedFiles(), []);
  const uploads = await database.reader.all(sql`select from chat.attachments where organization_id = ${ended}`);
  assert.equal(uploads.length, 0);
});

test('a failure of Slack that may pass stops the import, and the next run goes on', async () => {
  await using written = await writeFolder({
    ...slackTeam(),
    'general/2019-01-09.json': [messageWith(1_546_992_000, fileOf('F8', 'lost.txt'), fileOf('F7', 'plan.txt'))],
  });
  await using archive = await openArchive(written.folder);
  const asked: string[] = [];
  const slack =
    (status: number): SlackFiles =>
    (url, mayBeHtml) =>
      fetchSlackFile(
        { url, token: 'xoxb-secret', maxBytes: 100, mayBeHtml },
        {
          async send() {
            asked.push(url.pathname.slice(-8));
            const body = Buffer.from('the plan');
            const common = { location: undefined, contentType: 'text/plain', retryAfter: undefined, body, text: '' };
            return { ...common, status: url.pathname.includes('F8') ? 404 : status };
          },
          async pause() {},
        },
      );
  const given = { ...OWNER, name: 'Passing', ownerEmail: 'olive@example.com' };
  for (const [status, sentence] of [
    [503, /status 503\. Run the import again later; it continues where it stopped/],
    [401, /SLACK_TOKEN is not valid/],
  ] as const)
    await assert.rejects(
      importSource(server.services, await openSlack(archive, slack(status)), given),
      (error) => error instanceof ArchiveError && sentence.test(error.message),
    );
  assert.deepEqual(await notedFiles(), [{ key: 'F8', isUpload: false }]);
  asked.length = 0;
  const source = await openSlack(archive, slack(200));
  const { organizationId, messages, filesAsLinks } = await importSource(server.services, source, undefined);
  // F8 was lost in an earlier run, F1 has no address to be fetched from.
  assert.deepEqual([messages, filesAsLinks, asked], [source.total, 2, ['plan.txt']]);
  const uploads = await database.reader.all(sql<{ name: string }>`
    select name from chat.attachments where organization_id = ${organizationId}`);
  assert.deepEqual(uploads, [{ name: 'plan.txt' }]);
});

test('names and addresses that PostgreSQL takes for one are imported', async () => {
  const team = slackTeam();
  const user = (id: string, email: string) => ({ id, name: id.toLowerCase(), real_name: id, profile: { email } });
  await using written = await writeFolder({
    ...team,
    'users.json': [...(team['users.json'] as object[]), user('U7', 'İda@example.com'), user('U8', 'ida@example.com')],
    'channels.json': [
      ...(team['channels.json'] as object[]),
      ...['İzmir', 'izmir', 'ΟΔΟΣ', 'οδοσ'].map((name, n) => ({ id: `C7${n}`, name, members: ['U1'] })),
    ],
  });
  await using archive = await openArchive(written.folder);
  const { organizationId } = await importSource(server.services, await openSlack(archive), {
    ...OWNER,
    name: 'Letters',
    ownerEmail: 'olive@example.com',
  });
  const channels = await database.reader.all(sql<{ name: string }>`
    select name from chat.channels where organization_id = ${organizationId} order by id`);
  assert.deepEqual(
    channels.map(({ name }) => name).filter((name) => /^[İiΟο]/.test(name)),
    ['İzmir', 'izmir (2)', 'ΟΔΟΣ', 'οδοσ (2)'],
  );
});

test('a channel in use keeps its name, whichever archived ones stand before it', async () => {
  const team = slackTeam();
  const archived = (id: string, name: string) => ({ id, name, members: ['U1'], is_archived: true });
  const inUse = { id: 'C91', name: 'harbour', members: ['U1'], is_archived: false };
  await using written = await writeFolder({
    ...team,
    'channels.json': [
      ...(team['channels.json'] as object[]),
      archived('C90', 'HARBOUR'),
      inUse,
      archived('C92', 'Harbour'),
    ],
  });
  await using archive = await openArchive(written.folder);
  const { organizationId } = await importSource(server.services, await openSlack(archive), {
    ...OWNER,
    name: 'Harbours',
    ownerEmail: 'olive@example.com',
  });
  const channels = await database.reader.all(sql<{ name: string; isArchived: boolean }>`
    select name, is_archived as "isArchived" from chat.channels
    where organization_id = ${organizationId} and name ilike 'harbour%' order by id`);
  assert.deepEqual(channels, [
    { name: 'HARBOUR (2)', isArchived: true },
    { name: 'harbour', isArchived: false },
    { name: 'Harbour (3)', isArchived: true },
  ]);
});

test('files that can be fetched become uploads of their senders, the others stay links', async () => {
  await using written = await writeFolder({
    ...slackTeam(),
    'general/2020-01-04.json': [
      messageWith(1_578_124_800, fileOf('F7', 'plan.txt'), fileOf('F8', 'lost.txt')),
      messageWith(1_578_124_900, fileOf('F7', 'plan.txt'), fileOf('F8', 'lost.txt')),
    ],
  });
  await using archive = await openArchive(written.folder);
  const asked: string[] = [];
  const source = await openSlack(archive, async (url) => {
    asked.push(url.pathname);
    return url.pathname.includes('F7') ? Buffer.from('the plan') : undefined;
  });
  assert.deepEqual(asked, [], 'a look at an archive fetches nothing');
  const { organizationId, filesAsLinks } = await importSource(server.services, source, {
    ...OWNER,
    name: 'Files',
    ownerEmail: 'olive@example.com',
  });
  const owner = await clientOf(organizationId, 1);
  const narrow = [{ operator: 'has', operand: 'attachment' }];
  const { messages } = ok(
    await owner.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow, apply_markdown: false }),
  );
  assert.equal(messages.length, 2);
  const [, address] =
    /^see\n\[plan\.txt\]\((\S+)\)\n\[lost\.txt\]\(https:\/\/team\.slack\.com\S+\)$/.exec(messages[0].content) ?? [];
  assert.match(messages[1].content, new RegExp(`^see\\n\\[plan\\.txt\\]\\(${address}\\)\\n\\[lost`));
  assert.equal(filesAsLinks, 2);
  const answer = await fetch(server.url + address!, {
    headers: { authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` },
  });
  assert.equal(await answer.text(), 'the plan');
  assert.deepEqual(asked, ['/files-pri/T1-F7/download/plan.txt', '/files-pri/T1-F8/download/lost.txt']);
  assert.deepEqual((await traces(organizationId))!.events, 0);
});

/** An organization with the same people, channels and texts, in which all was sent by the API and then read. */
async function sentTwin(organizationId: string): Promise<string> {
  const org = await server.organization({ ownerEmail: 'Olive@example.com', ownerName: 'Olive' });
  const users = await database.reader.all(sql<{
    id: number;
    name: string;
    role: 400;
    bot: number | null;
    active: boolean;
  }>`
    select id, full_name as name, role, bot_type as bot, is_active as active from chat.users
    where organization_id = ${organizationId} order by id`);
  const clients = new Map([[1, new ChatClient(org.chat)]]);
  for (const { id, name, role, bot } of users.slice(1)) {
    const person = await makePerson(server, org, { name, role, ...(bot === null ? {} : { botOwnerId: 1 }) });
    assert.equal(person.id, id);
    clients.set(id, person.client);
  }
  const channels = await database.reader.all(sql<{
    id: number;
    name: string;
    private: boolean;
    members: number[];
    description: string;
  }>`
    select c.id, name, invite_only as private, description, array(select user_id from chat.subscriptions s
      where s.organization_id = c.organization_id and s.channel_id = c.id order by 1) as members
    from chat.channels c where organization_id = ${organizationId} order by id`);
  const channelIds = new Map<number, number>();
  for (const { id, name, private: isPrivate, members, description } of channels) {
    const made = ok(
      await clients.get(1)!.post('/channels/create', {
        name,
        description,
        subscribers: members,
        invite_only: isPrivate,
        ...(isPrivate && { history_public_to_subscribers: true }),
      }),
    );
    channelIds.set(id, made.id);
  }
  const messages = await database.reader.all(sql<{
    id: number;
    channel: number | null;
    topic: string;
    sender: number;
    content: string;
    people: number[] | null;
  }>`
    select m.id, channel_id as channel, topic, sender_id as sender, content, (select user_ids from chat.direct_conversations d
      where d.organization_id = m.organization_id and d.recipient_id = m.recipient_id) as people
    from chat.messages m where organization_id = ${organizationId} order by id`);
  const ids = new Map<number, number>();
  for (const { id, channel, topic, sender, content, people } of messages) {
    const text = content.replace(/@(\d+)\*\*/g, (_all, to) => `@${ids.get(Number(to))}**`);
    const to =
      channel === null ? { type: 'direct', to: people } : { type: 'channel', to: channelIds.get(channel)!, topic };
    // Slack has no guard against calling everybody, and who is in a channel may write there.
    ids.set(id, ok(await clients.get(sender)!.post('/messages', { ...to, content: text, read_by_sender: true })).id);
  }
  const reactions = await database.reader.all(sql<{ message: number; user: number; name: string }>`
    select message_id as message, user_id as user, emoji_name as name from chat.reactions
    where organization_id = ${organizationId} order by message_id, user_id, emoji_name`);
  for (const { message, user, name } of reactions)
    ok(await clients.get(user)!.post(`/messages/${ids.get(message)}/reactions`, { emoji_name: name }));
  for (const client of clients.values()) await client.post('/mark_all_as_read');
  const archived = channels.find(({ name }) => name === 'my_old_yard')!;
  ok(await clients.get(1)!.delete(`/streams/${channelIds.get(archived.id)}`));
  for (const { id, active } of users)
    if (!active) await database.transaction((tx) => doDeactivateUser(tx, id), { organizationId: org.organization_id });
  await indexMessages(server.services);
  return org.organization_id;
}

/** The view of a person, without IDs and times. */
async function viewOf(organizationId: string, userId: number) {
  const client = await clientOf(organizationId, userId);
  const all = await database.reader.all(sql<{ id: number }>`
    select id from chat.messages where organization_id = ${organizationId} order by id`);
  const rank = new Map(all.map(({ id }, n) => [id, n]));
  const channels = await database.reader.all(sql<{ id: number; name: string }>`
    select id, name from chat.channels where organization_id = ${organizationId}`);
  const nameOf = new Map(channels.map(({ id, name }) => [id, name]));
  const withoutIds = (html: string) =>
    html
      .replaceAll(/near\/(\d+)/g, (_all, id) => `near/${rank.get(Number(id))}`)
      .replaceAll(/@(\d+)\*\*/g, (_all, id) => `@${rank.get(Number(id))}**`)
      .replaceAll(/channel\/\d+-/g, 'channel/')
      .replaceAll(/data-stream-id="(\d+)"/g, (_all, id) => `data-stream-id="${nameOf.get(Number(id))}"`);
  const page = async (narrow: unknown[], more = {}) =>
    ok(
      await client.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 100, narrow, ...more }),
    ).messages.map((message: Loose) => ({
      n: rank.get(message.id),
      content: withoutIds(message.content),
      sender: message.sender_full_name,
      topic: message.subject,
      topic_links: message.topic_links,
      to: Array.isArray(message.display_recipient)
        ? message.display_recipient.map((person: Loose) => person.full_name)
        : message.display_recipient,
      type: message.type,
      flags: message.flags.toSorted(),
      is_me_message: message.is_me_message,
      match_content: message.match_content && withoutIds(message.match_content),
      reactions: message.reactions
        .map(({ emoji_name, emoji_code, reaction_type, user_id }: Loose) => [
          emoji_name,
          emoji_code,
          reaction_type,
          user_id,
        ])
        .sort(),
    }));
  const search = (operand: string) => page([{ operator: 'search', operand }]);
  const registered = ok(
    await client.post('/register', {
      fetch_event_types: ['message', 'subscription', 'realm_user', 'recent_private_conversations', 'stream'],
    }),
  );
  const { unread_msgs, subscriptions, unsubscribed, never_subscribed, realm_users, realm_non_active_users } =
    registered;
  const people = [...realm_users, ...realm_non_active_users]
    .map(({ user_id, full_name, role, is_active, is_bot }: Loose) => [user_id, full_name, role, is_active, is_bot])
    .sort();
  const shownChannels = [...subscriptions, ...unsubscribed, ...never_subscribed]
    .map(
      ({
        name,
        subscribers,
        first_message_id,
        invite_only,
        is_archived,
        description,
        rendered_description,
      }: Loose) => ({
        ...{ name, subscribers: subscribers?.toSorted(), invite_only, is_archived, description, rendered_description },
        first: rank.get(first_message_id),
      }),
    )
    .sort((a: Loose, b: Loose) => a.name.localeCompare(b.name));
  const topics: Record<string, unknown> = {};
  for (const { id, name } of channels) {
    const answer = await client.get(`/users/me/${id}/topics`, { allow_empty_topic_name: true });
    topics[name] = answer.json.topics?.map((topic: Loose) => [topic.name, rank.get(topic.max_id)]) ?? answer.json.msg;
  }
  const content = {
    messages: await page([]),
    searches: [await search('pallets'), await search('gate'), await search('secret'), await search('gree')],
    mentions: await page([{ operator: 'is', operand: 'mentioned' }]),
    unread: await page([{ operator: 'is', operand: 'unread' }]),
    links: await page([{ operator: 'has', operand: 'link' }]),
    reacted: await page([{ operator: 'has', operand: 'reaction' }]),
    general: await page([{ operator: 'channel', operand: 'general' }]),
    direct: await page([{ operator: 'is', operand: 'dm' }]),
  };
  return { ...content, unread_msgs, people, shownChannels, topics };
}
