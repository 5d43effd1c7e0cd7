import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { slackTeam, writeFolder, zipOf, zipOfEntries } from '../../../tests/harness/slack-archive.ts';
import { importSource } from '../../cli/import.ts';
import { sql } from '../../platform/db/sql.ts';
import { openSlack } from '../slack/open-slack.ts';
import { ArchiveError } from './archive.ts';
import { openArchive } from './open-archive.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const team = slackTeam();
const day = 'general/2020-01-02.json';

async function importFile(file: string): Promise<void> {
  await using archive = await openArchive(file);
  await importSource(server.services, await openSlack(archive), {
    ...{ name: 'Hostile', country: 'US', timezone: 'UTC', ownerEmail: 'olive@example.com', ownerName: 'Olive' },
    ownerPassword: 'correct horse battery staple',
  });
}

const without = (name: string) => Object.fromEntries(Object.entries(team).filter(([file]) => file !== name));
const message = (more: object) => ({
  ...team,
  [day]: [{ type: 'message', user: 'U1', ts: '1577952000.000100', text: 'x', ...more }],
});
const twice = (file: string) => ({ ...team, [file]: [...(team[file] as object[]), (team[file] as object[])[0]!] });

/** Archives that are refused, each with a part of the sentence. */
const REFUSED: [what: string, files: Record<string, unknown>, sentence: RegExp][] = [
  ['no people', without('users.json'), /has no users\.json/],
  ['no channels', without('channels.json'), /has no channels\.json/],
  ['a person twice', twice('users.json'), /users\.json has U1 twice/],
  ['a channel twice', twice('channels.json'), /channels\.json has C1 twice/],
  [
    'two channels of one folder',
    { ...team, 'groups.json': [{ id: 'G7', name: 'general' }] },
    /two channels in the folder general/,
  ],
  [
    'a channel in two lists',
    { ...team, 'groups.json': [{ id: 'C1', name: 'other' }] },
    /channels\.json and groups\.json both have C1/,
  ],
  [
    'a conversation in two lists',
    { ...team, 'mpims.json': [{ id: 'D1', name: 'mpdm-x-1', members: ['U1', 'U4'] }] },
    /dms\.json and mpims\.json both have D1/,
  ],
  [
    'a channel that is a conversation too',
    { ...team, 'dms.json': [{ id: 'C2', members: ['U1', 'U4'] }] },
    /channels\.json and dms\.json both have C2/,
  ],
  ['no JSON', { ...team, [day]: '{' }, /general\/2020-01-02\.json is not valid JSON/],
  ['no list', { ...team, 'users.json': {} }, /users\.json must be a list of objects/],
  ['a list of other things', { ...team, [day]: [7] }, /must be a list of objects/],
  ['a list of lists', { ...team, [day]: [[]] }, /must be a list of objects/],
  ['an ID of another type', { ...team, 'users.json': [{ id: 7 }] }, /users\.json has an entry without a valid id/],
  ['an ID that is a path', { ...team, 'dms.json': [{ id: '../x' }] }, /dms\.json has an entry without a valid id/],
  ['a message without a time', message({ ts: undefined }), /Message 1 of general\/2020-01-02\.json has no valid ts/],
];

for (const [what, files, sentence] of REFUSED)
  test(`an archive with ${what} is refused in a sentence, as a folder and as a zip file, and changes nothing`, async () => {
    await using written = await writeFolder(files);
    await using zipped = await writeFolder({ 'x.zip': zipOf(files) });
    for (const file of [written.folder, path.join(zipped.folder, 'x.zip')])
      await assert.rejects(importFile(file), (error) => error instanceof ArchiveError && sentence.test(error.message));
    await assertNothing();
  });

/** Zip files that are refused. */
const ZIPS: [what: string, bytes: () => Buffer, sentence: RegExp][] = [
  [
    'paths that climb',
    () => zipOf({ ...team, '../../etc/x.json': [] }),
    /not a zip file that can be imported: invalid relative path/,
  ],
  ['paths from the root', () => zipOf({ ...team, '/etc/x.json': [] }), /absolute path/],
  ['a file twice', () => zipOfEntries([...Object.entries(team), ['users.json', []]]), /has "users\.json" twice/],
  ['a bomb', () => zipOf({ ...team, [day]: Buffer.alloc(300 * 2 ** 20, ' ') }), /would unpack to 300 MiB/],
  ['a large file', () => zipOf({ ...team, [day]: Buffer.alloc(60 * 2 ** 20, ' ') }), /is larger than 48 MiB/],
  [
    'a size that lies',
    () => zipOf({ ...team, [day]: Buffer.alloc(2 ** 20, ' ') }, { [day]: 10 }),
    /cannot be read: too many bytes/,
  ],
  ['text', () => Buffer.from('hello'), /not a zip file that can be imported/],
  ['nothing', () => Buffer.alloc(0), /not a zip file that can be imported/],
  ['its end cut off', () => zipOf(team).subarray(0, 2000), /not a zip file that can be imported/],
];

for (const [what, bytes, sentence] of ZIPS)
  test(`a zip file with ${what} is refused in a sentence and changes nothing`, async () => {
    await using zipped = await writeFolder({ 'x.zip': bytes() });
    await assert.rejects(
      importFile(path.join(zipped.folder, 'x.zip')),
      (error) => error instanceof ArchiveError && sentence.test(error.message),
    );
    await assertNothing();
  });

test('links, devices and what is not there are refused', async () => {
  await using written = await writeFolder(team);
  await symlink('/etc/passwd', path.join(written.folder, 'general/2020-01-09.json'));
  await assert.rejects(importFile(written.folder), /2020-01-09\.json is a link or a device/);
  await assert.rejects(importFile('/dev/null'), /neither a file nor a folder/);
  await assert.rejects(importFile(path.join(written.folder, 'nowhere.zip')), /neither a file nor a folder/);
  await assertNothing();
});

test('an archive that lies in one folder of its zip file is read', async () => {
  const within = Object.fromEntries(Object.entries(team).map(([name, content]) => [`Team export/${name}`, content]));
  await using zipped = await writeFolder({});
  const file = path.join(zipped.folder, 'x.zip');
  await writeFile(file, zipOf(within));
  await using archive = await openArchive(file);
  await using plain = await writeFolder(team);
  await using folder = await openArchive(plain.folder);
  const [one, other] = [await openSlack(archive), await openSlack(folder)];
  assert.equal(one.total, 14);
  assert.equal(one.digest, other.digest, 'the same archive, however it is packed');
});

async function assertNothing() {
  assert.deepEqual(await server.services.database.reader.all(sql`select id from platform.organizations`), []);
  assert.deepEqual(await server.services.database.reader.all(sql`select from chat.imports`), []);
}
