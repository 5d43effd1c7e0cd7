import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { type ArchiveFiles, writeFolder, zipOf } from '../../../tests/harness/slack-archive.ts';
import {
  manyZulipMessages,
  rowsOf,
  type TarEntry,
  tarOf,
  tarOfEntries,
  zulipTeam,
} from '../../../tests/harness/zulip-archive.ts';
import { importSource } from '../../cli/import.ts';
import { sql } from '../../platform/db/sql.ts';
import { ArchiveError } from '../archive/archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import { openZulip } from './open-zulip.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const LIMIT = 25 * 2 ** 20;
const first = 'messages-000001.json';

async function importFile(file: string): Promise<void> {
  await using archive = await openArchive(file);
  await importSource(server.services, await openZulip(archive, LIMIT), {
    ...{ name: 'Hostile', country: 'US', timezone: 'UTC', ownerEmail: 'olive@example.com', ownerName: 'Olive' },
    ownerPassword: 'correct horse battery staple',
  });
}

async function assertRefused(file: string, sentence: RegExp): Promise<void> {
  await assert.rejects(importFile(file), (error) => {
    assert.ok(error instanceof ArchiveError, String(error));
    assert.match(error.message, sentence);
    return true;
  });
  const { reader } = server.services.database;
  assert.deepEqual(await reader.all(sql`select id from platform.organizations`), []);
  assert.deepEqual(await reader.all(sql`select from chat.imports`), []);
}

/** A change of the team's files. */
type Change = (files: ArchiveFiles) => void;

const again =
  (table: string): Change =>
  (files) => {
    const rows = rowsOf(files, 'realm.json')[`zerver_${table}`]!;
    rows.push(rows[0]!);
  };
const without =
  (file: string): Change =>
  (files) => {
    delete files[file];
  };
const put =
  (file: string, content: unknown): Change =>
  (files) => {
    files[file] = content;
  };
const message =
  (more: object): Change =>
  (files) => {
    Object.assign(rowsOf(files, first).zerver_message![0]!, more);
  };

/** Exports that are refused, each with a part of the sentence. */
const REFUSED: [what: string, change: Change, sentence: RegExp][] = [
  ['no realm.json', without('realm.json'), /has no realm\.json, so it is not an export of Zulip/],
  ['no attachment.json', without('attachment.json'), /has no attachment\.json/],
  ['no realm', put('realm.json', { zerver_userprofile: [] }), /must have one zerver_realm/],
  ['a missing file of messages', without(first), /has no messages-000001\.json/],
  ['a gap between files', (files) => put('messages-000004.json', {})(files), /has no messages-000003\.json/],
  ['a person twice', again('userprofile'), /has the person 11 twice/],
  ['a channel twice', again('stream'), /has the channel 31 twice/],
  ['a recipient twice', again('recipient'), /has the recipient 111 twice/],
  ['a group twice', again('namedusergroup'), /has the group 60 twice/],
  [
    'a person without an ID',
    (files) => rowsOf(files, 'realm.json').zerver_userprofile!.push({ id: '11' }),
    /person without a valid id/,
  ],
  [
    'a message twice',
    (files) => rowsOf(files, 'messages-000002.json').zerver_message!.push(rowsOf(files, first).zerver_message![3]!),
    /has the message 204 twice/,
  ],
  [
    'an upload twice',
    (files) => rowsOf(files, 'attachment.json').zerver_attachment!.push({ path_id: '1/ab/Secret1/plan.txt' }),
    /attachment\.json has "1\/ab\/Secret1\/plan\.txt" twice/,
  ],
  ['a message to nobody', message({ recipient: 9999 }), /message 201 of messages-000001\.json is sent to nobody/],
  [
    'a message without a time',
    message({ date_sent: null }),
    /Message 1 of messages-000001\.json has no valid date_sent/,
  ],
  ['a message without a text', message({ content: { a: 1 } }), /has no content/],
  ['a message of nobody', message({ sender: -1 }), /has no valid sender/],
  ['no JSON', put(first, '{"zerver_message": [{"id": }]}'), /messages-000001\.json is not valid JSON/],
  ['JSON that ends early', put(first, '{"zerver_message": [{"id": 1}'), /is not valid JSON/],
  ['something behind the JSON', put(first, '{"zerver_message": []} x'), /must be an object of lists of objects/],
  ['a wrong bracket', put(first, '{"zerver_message": [}]'), /is not valid JSON/],
  ['a list instead of tables', put('realm.json', []), /must be an object of lists of objects/],
  ['a list of other things', put(first, { zerver_message: [7] }), /must be an object of lists of objects/],
  ['a list of texts', put(first, { zerver_message: ['a'] }), /must be an object of lists of objects/],
  ['a list of lists', put(first, { zerver_message: [[{}]] }), /must be an object of lists of objects/],
  ['records that are none', put('avatars/records.json', { a: 1 }), /avatars\/records\.json must be a list of objects/],
  [
    'a row as large as a disk',
    put(first, `{"zerver_message": [{"content": "${'x'.repeat(17 * 2 ** 20)}"}]}`),
    /row larger than 16 MiB/,
  ],
];

for (const [what, change, sentence] of REFUSED)
  test(`an export with ${what} is refused in a sentence, as a folder, a zip and a tar.gz file, and changes nothing`, async () => {
    const files = await zulipTeam();
    change(files);
    await using written = await writeFolder(files);
    await using packed = await writeFolder({ 'x.zip': zipOf(files), 'x.tar.gz': await tarOf(files, './export/') });
    for (const file of [written.folder, path.join(packed.folder, 'x.zip'), path.join(packed.folder, 'x.tar.gz')])
      await assertRefused(file, sentence);
  });

const entries = (files: ArchiveFiles): TarEntry[] =>
  Object.entries(files).map(([name, content]) => [{ name }, content]);

/** Files of tar that are refused. */
const TARS: [what: string, bytes: () => Promise<Buffer>, sentence: RegExp][] = [
  [
    'paths that climb',
    async () => tarOf({ ...(await zulipTeam()), '../../etc/x.json': [] }),
    /"\.\.\/\.\.\/etc\/x\.json" leads out/,
  ],
  [
    'paths from the root',
    async () => tarOf({ ...(await zulipTeam()), '/etc/x.json': [] }),
    /"\/etc\/x\.json" leads out/,
  ],
  [
    'a file twice',
    async () => tarOfEntries([...entries(await zulipTeam()), [{ name: './realm.json' }, {}]]),
    /has "realm\.json" twice/,
  ],
  [
    'a link',
    async () =>
      tarOfEntries([...entries(await zulipTeam()), [{ name: 'x', type: 'symlink', linkname: '/etc/passwd' }, '']]),
    /"x" is a link or a device/,
  ],
  [
    'a bomb',
    async () => tarOf({ ...(await zulipTeam()), 'x.json': Buffer.alloc(300 * 2 ** 20, ' ') }),
    /would unpack to 25\d MiB/,
  ],
  ['its end cut off', async () => half(await tarOf(await zulipTeam())), /is not a tar\.gz file that can be imported/],
  ['a wrong byte', async () => wrong(await tarOf(await zulipTeam())), /is not a tar\.gz file that can be imported/],
  ['nothing but its first bytes', async () => Buffer.from([0x1f, 0x8b]), /is not a tar\.gz file that can be imported/],
];

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

function wrong(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const middle = bytes.length >> 1;
  changed.fill(0xff, middle, middle + 100);
  return changed;
}

for (const [what, bytes, sentence] of TARS)
  test(`a tar.gz file with ${what} is refused in a sentence and changes nothing`, async (t) => {
    // Other imports of this machine unpack, too.
    const { TMPDIR } = process.env;
    const unpacked = await mkdtemp(path.join(tmpdir(), 'hostile-exports-'));
    process.env.TMPDIR = unpacked;
    t.after(async () => {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
      await rm(unpacked, { recursive: true, force: true });
    });
    await using packed = await writeFolder({ 'x.tar.gz': await bytes() });
    await assertRefused(path.join(packed.folder, 'x.tar.gz'), sentence);
    assert.deepEqual(
      (await readdir(unpacked)).filter((name) => name.startsWith('hubbub-import-')),
      [],
    );
  });

test('values of other types than one expects change nothing but what they are', async () => {
  const files = await zulipTeam();
  const realm = rowsOf(files, 'realm.json');
  let last = 5000;
  const odd = [null, {}, [], 'x', -1, 1.5, 1e300, '\0', true];
  for (const [table, rows] of Object.entries(realm))
    if (Array.isArray(rows) && table !== 'zerver_realm')
      for (const value of odd) {
        const [row] = rows;
        const id = [
          'zerver_userprofile',
          'zerver_userprofile_mirrordummy',
          'zerver_stream',
          'zerver_recipient',
          'zerver_namedusergroup',
          'zerver_customprofilefield',
          'zerver_realmemoji',
        ].includes(table);
        const own = { ...Object.fromEntries(Object.keys(row ?? {}).map((name) => [name, value])) };
        rows.push(id ? { ...own, id: ++last, usergroup_ptr: last } : own);
      }
  const messages = rowsOf(files, first);
  for (const value of odd) {
    messages.zerver_usermessage!.push({ id: value, user_profile: value, message: 201, flags_mask: value });
    messages.zerver_message!.push({
      ...messages.zerver_message![0]!,
      ...{ id: 300 + messages.zerver_message!.length, subject: value, last_edit_time: value, edit_history: value },
    });
  }
  messages.zerver_message!.at(-1)!.edit_history = JSON.stringify([
    { prev_content: {} },
    7,
    { user_id: 'x', prev_content: '\0', timestamp: {} },
  ]);
  await using written = await writeFolder({ 'x.tar.gz': await tarOf(files) });
  await importFile(path.join(written.folder, 'x.tar.gz'));
  const [organization] = await server.services.database.reader.all(sql<{ id: string; n: number }>`
    select o.id, (select count(*)::int from chat.messages m where m.organization_id = o.id) as n from platform.organizations o`);
  assert.equal(organization!.n, 14 + odd.length);
});

test('an archive is the same however it is packed, and not read into memory', async () => {
  const files = manyZulipMessages(await zulipTeam(), 50);
  await using written = await writeFolder(files);
  await using packed = await writeFolder({ 'x.zip': zipOf(files), 'x.tar.gz': await tarOf(files, 'a/') });
  const digests = new Set<string>();
  for (const file of [written.folder, path.join(packed.folder, 'x.zip'), path.join(packed.folder, 'x.tar.gz')]) {
    await using archive = await openArchive(file);
    digests.add((await openZulip(archive, LIMIT)).digest);
  }
  assert.equal(digests.size, 1);
});
