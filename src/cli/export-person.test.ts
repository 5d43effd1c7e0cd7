import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ChatClient, DispatchClient, sendBytes } from '../../tests/harness/clients.ts';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { fillEveryTable } from '../../tests/harness/every-table.ts';
import { destinationAt } from '../../tests/harness/fleet.ts';
import { makeChannel, makePerson } from '../../tests/harness/people.ts';
import { photo as jpeg } from '../../tests/harness/pictures.ts';
import { startTestServer, type TestServer } from '../../tests/harness/server.ts';
import { unpackExport } from '../../tests/harness/unpacked.ts';
import { openCore } from '../app.ts';
import { findSelf } from '../pages/erasure/self.ts';
import { personRows } from '../pages/person-export/export-person.ts';
import { readConfig } from '../platform/config.ts';
import { sql } from '../platform/db/sql.ts';
import { loadTables } from '../platform/db/tables.ts';
import { ExportError, ExportWriter } from '../platform/export/export-writer.ts';
import { leftOutOf, SECRET_COLUMNS } from '../platform/export/secret-columns.ts';
import { createLog } from '../platform/log.ts';
import { listOutbox } from '../platform/outbound/outbox.ts';
import { CommandError } from './command.ts';
import { erasePerson } from './erase-person.ts';
import { exportPersonToFile } from './export-person.ts';
import { createOrganization } from './organizations.ts';

const NAME = 'Mara Quillfeather';
const PHONE = '+14155552671';
/** Words that she wrote or that were written about her, and words of others alone. */
const HERS = 'zanzibarium';
const OTHERS = 'quetzalium';

let server: TestServer & AsyncDisposable;
let folder: string;
before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-export-'));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await server[Symbol.asyncDispose]();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
const ok = ({ status, text, json }: { status: number; text: string; json: any }) => {
  assert.equal(status, 200, text);
  return json;
};

const linesWith = (text: string, words: string) => text.split('\n').filter((line) => line.includes(words));

async function upload(client: ChatClient, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const authorization = `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`;
  const answer = await fetch(`${client.site}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { url: string }).url;
}

test('person export has what somebody wrote, set and uploaded in chat, of others’ messages that there are such, and no secret', async () => {
  const { services } = server;
  const [org, elsewhere] = [await server.organization(), await server.organization()];
  const { organization_id: organizationId } = org;
  const mara = await makePerson(server, org, { name: NAME });
  const bob = await makePerson(server, org, { name: 'Bob Barker' });
  const channel = await makeChannel(server, organizationId, { name: 'floor', subscribers: [mara.id, bob.id] });
  await makeChannel(server, organizationId, { name: `${OTHERS}-channel`, subscribers: [bob.id] });
  const sendText = async (by: ChatClient, content: string) =>
    ok(await by.post('/messages', { type: 'stream', to: [channel], topic: 'x', content })).id as number;
  const uploaded = await upload(mara.client, 'notes.txt', `file ${HERS}`);
  await upload(bob.client, 'notes.txt', `file ${OTHERS}`);
  const messageId = await sendText(mara.client, `the parcel is ${HERS}, see [it](${uploaded})`);
  const named = await sendText(bob.client, `@**${NAME}** ${OTHERS}`);
  const written = (by: ChatClient, to: number, content: string) =>
    by.post('/messages', { type: 'direct', to: [to], content }).then((answer) => ok(answer).id as number);
  const sent = await written(mara.client, bob.id, `secretly ${HERS}`);
  const received = await written(bob.client, mara.id, `secretly ${OTHERS}`);
  ok(await mara.client.post('/users/me/status', { status_text: `status ${HERS}` }));
  ok(await mara.client.post('/users/me/alert_words', { alert_words: [`word ${HERS}`] }));
  ok(await bob.client.post('/users/me/alert_words', { alert_words: [`word ${OTHERS}`] }));
  ok(await mara.client.post('/saved_snippets', { title: 'title', content: `snippet ${HERS}` }));
  ok(await mara.client.request('PATCH', '/settings', { starred_message_counts: false }));
  ok(await mara.client.post(`/messages/${named}/reactions`, { emoji_name: 'tada' }));
  ok(await mara.client.post('/bots', { full_name: 'Helper', short_name: 'helper' }));
  const owner = new ChatClient(org.chat);
  ok(await owner.request('PATCH', `/users/${mara.id}`, { role: 300 }));
  await services.database.transaction((tx) =>
    tx.run(sql`
      insert into platform.outbox (organization_id, channel, recipient, subject, body, created_at)
      values (${organizationId}, 'email', ${mara.email.toUpperCase()}, 'A link',
          ${`open https://chat.example/reset/${'S3cret'.repeat(5)} ${HERS}`}, now()),
        (${organizationId}, 'email', 'bob@couriers.example', ${OTHERS}, 'body', now())`),
  );
  // More than is in memory together.
  await services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.saved_snippets (organization_id, user_id, title, content, created_at)
      select ${organizationId}, ${mara.id}, n::text, repeat('x', 9000), now() from generate_series(1, 1100) n`),
  );
  const other = await makePerson(server, elsewhere, { name: NAME });
  const theirs = await makeChannel(server, elsewhere.organization_id, { name: 'floor', subscribers: [other.id] });
  const content = `elsewhere ${OTHERS}`;
  ok(await other.client.post('/messages', { type: 'stream', to: [theirs], topic: 'x', content }));

  const file = path.join(folder, 'mara.tar.gz');
  const result = await exportPersonToFile(services, organizationId, mara.email, file);
  assert.deepEqual([result.chat_accounts, result.files, result.missing], [1, 1, 0]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['mara.tar.gz']);
  const { entries, rows, text } = await unpackExport(file);
  assert.deepEqual([[...entries.keys()][0], [...entries.keys()].at(-1)], ['export.json', 'contents.json']);
  const messages = rows('chat.messages').map(({ as, id }) => [as, id]);
  assert.deepEqual(messages, [
    ...[
      ['sender', messageId],
      ['sender', sent],
    ],
    ...[
      ['receiver', received],
      ['mentioned', named],
    ],
  ]);
  assert.equal(rows('chat.messages')[1].content, `secretly ${HERS}`);
  const [attachment] = rows('chat.attachments');
  assert.equal(entries.get(attachment.file)?.toString(), `file ${HERS}`);
  assert.ok(attachment.file.endsWith('/notes.txt'));
  assert.equal(rows('chat.user_statuses')[0].status_text, `status ${HERS}`);
  assert.equal(rows('chat.alert_words')[0].word, `word ${HERS}`);
  const snippets = rows('chat.saved_snippets');
  assert.deepEqual([snippets.length, snippets[0].content], [1101, `snippet ${HERS}`]);
  assert.equal(new Set(snippets.map(({ id }) => id)).size, 1101);
  assert.ok(entries.get('data/chat.saved_snippets.2.ndjson')!.length > 0);
  assert.equal(rows('chat.users')[0].settings.starred_message_counts, false);
  assert.deepEqual(
    rows('chat.users').map(({ as }) => as),
    ['account', 'bot owner'],
  );
  assert.equal(rows('chat.reactions')[0].message_id, named);
  assert.deepEqual(rows('chat.channels'), [{ as: 'subscriber', id: channel, name: 'floor' }]);
  assert.ok(rows('platform.audit_log').some(({ as, action }) => as === 'object' && action === 'person.role_changed'));
  assert.ok(rows('platform.audit_log').every(({ actor_name: name }) => name !== org.chat.email));
  assert.ok(!('body' in rows('platform.outbox')[0]));
  assert.ok(rows('platform.credentials').length >= 1);
  for (const other of [OTHERS, mara.client.key, 'S3cret', 'hash"']) assert.deepEqual(linesWith(text, other), []);
  const contents = JSON.parse(entries.get('contents.json')!.toString());
  assert.deepEqual(contents['chat.messages'], { rows: 4 });
  assert.match(contents['platform.idempotent_answers'].left_out, /sealed/);

  const audited = await services.database.reader.all(sql`
    select object_kind, object_id, object_name, details->'files'->'to' as files from platform.audit_log
    where organization_id = ${organizationId} and action = 'organization.person_exported'`);
  assert.deepEqual(audited, [{ object_kind: 'person', object_id: String(mara.id), object_name: null, files: 1 }]);
  await assert.rejects(exportPersonToFile(services, organizationId, mara.email, file), ExportError);
  const nowhere = path.join(folder, 'missing', 'a');
  await assert.rejects(exportPersonToFile(services, organizationId, mara.email, nowhere), ExportError);
  const nobody = path.join(folder, 'nobody');
  await assert.rejects(exportPersonToFile(services, organizationId, 'nobody@x.example', nobody), CommandError);
  await assert.rejects(exportPersonToFile(services, 'A'.repeat(24), mara.email, nobody), CommandError);
  assert.deepEqual(await readdir(folder), ['mara.tar.gz']);
  await erasePerson(services, organizationId, mara.email, 'delete');
  await assert.rejects(exportPersonToFile(services, organizationId, mara.email, nobody), CommandError);
});

test('person export has a driver’s positions, duty, tasks and photos without whom they went to, and a recipient’s deliveries without who brought them', async () => {
  const { services } = server;
  const org = await server.organization();
  const { organization_id: organizationId } = org;
  const api = new DispatchClient(org.dispatch);
  const [{ id: manager }] = ok(await api.get('/admins'));
  const { id: team } = ok(await api.post('/teams', { name: 'North', workers: [], managers: [manager] }));
  const signIn = async (name: string, phone: string) => {
    const { id } = ok(await api.post('/workers', { name, phone, teams: [team] }));
    const sms = (await listOutbox(services.database.reader, organizationId)).find((row) => row.recipient === phone);
    const password = /password (\S+)$/.exec(sms!.body)![1]!;
    const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
    const { token } = ok(await anyone.post('/driver/sign-in', { phone, password }));
    return { id, token, password, driver: new DispatchClient({ url: server.url, token }) };
  };
  const mara = await signIn(NAME, PHONE);
  const dan = await signIn('Dan Driver', '+14155552672');
  const deliver = async ({ id, driver }: typeof mara, recipient: object) => {
    const container = { type: 'WORKER', worker: id };
    const { id: task } = ok(
      await api.post('/tasks', { destination: destinationAt(), recipients: [recipient], container }),
    );
    ok(await driver.post('/driver/duty', { onDuty: true }));
    const time = server.clock.now().getTime();
    ok(await driver.post('/driver/positions', { location: [-122.41, 37.77], time }));
    ok(await driver.post(`/driver/tasks/${task}/start`, { location: [-122.41, 37.77] }));
    const send = async (width: number) =>
      ok(await sendBytes(driver, 'POST', '/uploads', await jpeg(width, 5), { 'content-type': 'image/jpeg' })).uploadId;
    const [photo, signatureUploadId] = [await send(5), await send(6)];
    const proof = { success: true, photoUploadIds: [photo], signatureUploadId };
    ok(await driver.post(`/driver/tasks/${task}/complete`, proof));
    return { task, photo, signature: signatureUploadId };
  };
  const driven = await deliver(mara, { name: `Rita ${OTHERS}`, phone: '+14155552673', notes: `rings ${OTHERS}` });
  const got = await deliver(dan, { name: NAME, phone: PHONE, notes: `rings ${HERS}` });
  await services.database.transaction((tx) =>
    tx.run(sql`
      insert into platform.sms_opt_outs (organization_id, phone, number, at)
      values (${organizationId}, ${PHONE}, '+14155550100', now()), (${organizationId}, '+14155552673', '+1', now())`),
  );

  const file = path.join(folder, 'driver.tar.gz');
  const result = await exportPersonToFile(services, organizationId, '(415) 555-2671', file);
  assert.deepEqual([result.workers, result.recipients, result.files], [1, 1, 4]);
  const { entries, rows, text } = await unpackExport(file);
  const tasks = rows('dispatch.tasks');
  assert.deepEqual(
    tasks.map(({ as, id }) => [as, id]),
    [
      ['worker', driven.task],
      ['recipient', got.task],
    ],
  );
  assert.deepEqual(tasks[0].completion.photos, [driven.photo]);
  assert.equal(tasks[1].completion.lastLocation, undefined);
  assert.equal(rows('dispatch.recipients')[0].notes, `rings ${HERS}`);
  assert.equal(rows('dispatch.position_reports').length, 1);
  assert.equal(rows('dispatch.duty_events').length, 1);
  assert.equal(rows('dispatch.workers')[0].name, NAME);
  assert.equal(rows('platform.sms_opt_outs').length, 1);
  // Each delivery went to a place of its own.
  assert.deepEqual(
    rows('dispatch.destinations').map(({ as }) => as),
    ['recipient'],
  );
  const files = new Map(rows('dispatch.uploads').map(({ as, id, file: name }) => [id, [as, entries.has(name)]]));
  assert.deepEqual(Object.fromEntries(files), {
    [driven.photo]: ['worker', true],
    [driven.signature]: ['worker', false],
    [got.photo]: ['recipient', true],
    [got.signature]: ['recipient', true],
  });
  // Where a picture was taken, and by which phone, is the driver's.
  const withExif = rows('dispatch.uploads').filter(({ exif }) => exif !== undefined);
  assert.deepEqual(
    withExif.map(({ id, exif }) => [id, entries.get(exif)!.includes('Secret Place')]),
    [[driven.photo, true]],
  );
  assert.equal(rows('platform.outbox')[0].recipient, PHONE);
  for (const theirs of [OTHERS, '+14155552673', dan.id, mara.token, mara.password])
    assert.deepEqual(linesWith(text, theirs), []);
});

test('it is decided of every table what is a person’s, and no secret of any of them is written', async () => {
  const database = await createTestDatabase();
  const { connectionString } = database;
  const config = readConfig({ DATA_DIR: folder, WEB: 'off' });
  const core = await openCore({ config, log: createLog({ logLevel: 'silent' }), connectionString, serving: false });
  const { services } = core;
  try {
    const { reader } = services.database;
    const { organization_id: organizationId } = await createOrganization(services, {
      ...{ name: 'Quixotry', country: 'US', timezone: 'America/Los_Angeles', ownerEmail: 'owner@quixotry.example' },
      ...{ ownerName: 'Olive Owner', ownerPassword: 'correct horse battery staple' },
    });
    await fillEveryTable(connectionString, organizationId, 'planted');
    const real = await findSelf(reader.of(organizationId), {
      text: 'owner@quixotry.example',
      phone: null,
    });
    const own = ['id', 'worker_id', 'owner_id', 'administrator_id', 'recipient_id', 'person_id'];
    const made = own.map((column) => `planted ${column}`);
    const self = {
      personIds: [...real.personIds, ...made],
      userIds: [...real.userIds, 1],
      emails: ['planted email', 'planted recipient'],
      phones: ['planted phone'],
      dispatch: {
        workerIds: made,
        administratorIds: [...real.dispatch.administratorIds, ...made],
        recipientIds: made,
      },
    };
    const decided = personRows({ organizationId, self });
    const tables = await loadTables(reader);
    assert.deepEqual(Object.keys(decided).sort(), tables.map(({ name }) => name).sort());
    const suspicious = tables.flatMap((table) =>
      table.columns
        .filter(({ name }) => /token|secret|hash|password|sealed|url$/.test(name) && !leftOutOf(table).includes(name))
        .map(({ name }) => `${table.name}.${name}`),
    );
    assert.deepEqual(suspicious.sort(), HARMLESS);
    for (const [name, columns] of Object.entries(SECRET_COLUMNS))
      for (const column of columns)
        assert.ok(
          tables.some((table) => table.name === name && table.columns.some((own) => own.name === column)),
          `${name}.${column}`,
        );

    // The made-up rows name files that there are not.
    await services.database.transaction(async (tx) => {
      await tx.run(sql.once(sql`set local session_replication_role = replica`));
      for (const { name, columns } of tables)
        for (const column of columns.filter((each) => each.name.endsWith('file_id')))
          await tx.run(sql.once(sql`update ${sql.raw(name)} set ${sql.raw(column.quoted)} = 'none'`));
      for (const made of MADE_THEIRS) await tx.run(sql.once(sql`update ${sql.raw(made)}`));
    });
    const file = path.join(folder, 'planted.tar.gz');
    {
      await using writer = await ExportWriter.create(file, services, organizationId);
      await services.database.snapshot(async (snapshot) => {
        for (const table of tables) {
          const answer = decided[table.name]!;
          if (typeof answer !== 'string') await writer.addTable(snapshot, table, answer);
        }
      });
      await writer.finish();
    }
    const { rows, text } = await unpackExport(file);
    const answered = Object.keys(decided).filter((name) => typeof decided[name] !== 'string');
    assert.deepEqual(
      answered.filter((name) => rows(name).length === 0),
      [],
    );
    for (const [name, columns] of Object.entries(SECRET_COLUMNS))
      for (const column of columns) for (const row of rows(name)) assert.ok(!(column in row), `${name}.${column}`);
    assert.ok(!text.includes(Buffer.from('planted ').toString('hex')), 'bytes are in it');
  } finally {
    await core.close();
    await database.drop();
  }
});

/** Columns that are called like secrets, and are none. */
const HARMLESS = [
  'chat.client_devices.token_kind',
  'chat.client_devices.token_updated_at',
  'chat.external_pictures.address_hash',
  'dispatch.workers.image_url',
  'platform.organizations.password_sign_in',
  'platform.people.password_ends_at',
];

/** Turns made-up rows into rows of the made-up person, where texts and numbers alone do not. */
const MADE_THEIRS = [
  `chat.archived_attachments set attachment = '{"owner_id": 1}'`,
  `chat.archived_messages set message = '{"sender_id": 1}'`,
  `chat.direct_conversations set user_ids = '{1}'`,
  `dispatch.deleted_tasks set worker_ids = '{planted worker_id}'`,
  'chat.users set bot_owner_id = 1',
  `dispatch.assignment_decisions set candidates = '[{"workerId": "planted worker_id"}]'`,
  `dispatch.containers set type = 'WORKER', owner_id = 'planted owner_id'`,
  `dispatch.destinations set id = 'planted destination_id'`,
  `dispatch.task_batches set caller = '{"administratorId": "planted administrator_id"}'`,
  `dispatch.team_dispatches set caller = '{"administratorId": "planted administrator_id"}'`,
  `dispatch.teams set id = 'planted team_id'`,
  `platform.organizations set email = 'planted email'`,
  `platform.assistant_keys set credential_id = (select id from platform.credentials where kind = 'chat' limit 1)`,
  `platform.push_subscriptions set credential_id = (select id from platform.credentials where kind = 'chat' limit 1)`,
  `platform.resumable_uploads set owner = 'user 1'`,
];
