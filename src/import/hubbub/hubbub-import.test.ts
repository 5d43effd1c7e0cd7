import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { fillEveryTable } from '../../../tests/harness/every-table.ts';
import { linkRows } from '../../../tests/harness/linked-rows.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { type Unpacked, unpackExport } from '../../../tests/harness/unpacked.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { type TarEntry, tarOfEntries } from '../../../tests/harness/zulip-archive.ts';
import { deleteOrganization } from '../../cli/delete-organization.ts';
import { exportOrganizationToFile } from '../../cli/export-organization.ts';
import { readExport } from '../../cli/import-hubbub.ts';
import { createOrganization } from '../../cli/organizations.ts';
import type { Config } from '../../platform/config.ts';
import { sql } from '../../platform/db/sql.ts';
import { doStoreFile, METADATA, ORIGINAL, storeObjects } from '../../platform/files/files.ts';
import { NoRoomForFiles } from '../../platform/files/room.ts';
import { spool } from '../../platform/files/spool.ts';
import { STILL } from '../../platform/files/store-picture.ts';
import { findOrganizationAt, isOpenOrganization } from '../../platform/organizations/hosts.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import type { Services } from '../../platform/services.ts';
import { ArchiveError } from '../archive/archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import { STAYS } from './choices.ts';
import { type ExportImportOptions, type ImportedExport, importExport } from './write-export.ts';

const PASSWORD = 'correct horse battery staple';
const OWNER = 'olive@quixotry.example';
/** The secret part of an address of an upload. */
const SECRET = 'Secret'.repeat(4);
/** Tables whose rows the bot takes within a minute, once an organization is open. */
const TAKEN = ['bridge.posts', 'bridge.commands'];

const [home, abroad] = await Promise.all([startTestServer(), startTestServer()]);
const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-import-'));
after(async () => {
  await home[Symbol.asyncDispose]();
  await abroad[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** An organization with rows in every table, which all belong together, and with files. */
async function makeFull(services: Services, connectionString: string): Promise<string> {
  const { organization_id: organizationId } = await createOrganization(services, {
    name: 'Quixotry',
    country: 'US',
    timezone: 'America/Los_Angeles',
    ownerEmail: OWNER,
    ownerName: 'Olive Owner',
    ownerPassword: PASSWORD,
  });
  const stored = async (words: string) => {
    async function* content() {
      yield Buffer.from(words);
    }
    const locals = await Promise.all([0, 1, 2].map(() => spool(services, content(), 1000)));
    const [main, exif, still] = locals.map((local) => local.path) as [string, string, string];
    const id = await storeObjects(services, organizationId, { [ORIGINAL]: main, [METADATA]: exif, [STILL]: still });
    await services.database.transaction((tx) =>
      doStoreFile(tx, { organizationId, id, size: 3 * words.length, contentType: 'text/plain' }, undefined),
    );
    return id;
  };
  const [upload, emoji] = [await stored('words of an upload'), await stored('words of an emoji')];
  await fillEveryTable(connectionString, organizationId, 'Quixotry');
  await services.database.transaction(async (tx) => {
    const own = sql`where organization_id = ${organizationId}`;
    await tx.run(sql`update platform.organizations set domain = 'chat.quixotry.example' where id = ${organizationId}`);
    await tx.run(sql`update dispatch.uploads set file_id = ${upload}, has_metadata = true ${own}`);
    await tx.run(sql`update chat.realm_emoji set file_id = ${emoji}, is_animated = true ${own}`);
    await tx.run(sql`update dispatch.workers set picture_file_id = ${upload} ${own}`);
    await tx.run(sql`update dispatch.tasks set creator = ${organizationId}, merchant = ${organizationId} ${own}`);
    await tx.run(sql`update chat.attachments set file_id = ${upload}, path_id = ${`2/ab/${SECRET}/plan.txt`} ${own}`);
    await tx.run(sql`
      update chat.messages set content = ${`[plan](/user_uploads/2/ab/${SECRET}/plan.txt) "quoted" 😀`} ${own}`);
    await tx.run(sql`
      insert into chat.reminders (id, organization_id, user_id, message_id, note, content, rendered_content, deliver_at)
      select 5000, organization_id, user_id, 1, 'due', 'due', 'due', '2020-01-01' from chat.reminders ${own}`);
  });
  await linkRows(connectionString, organizationId);
  await services.database.transaction((tx) =>
    tx.run(sql`update platform.log_heads set message_id = 7000 where organization_id = ${organizationId}`),
  );
  return organizationId;
}

async function exported(services: Services, organizationId: string, name: string): Promise<string> {
  const file = path.join(folder, `${name}.tar.gz`);
  await exportOrganizationToFile(services, organizationId, file);
  return file;
}

async function imported(services: Services, file: string, options: ExportImportOptions = {}): Promise<ImportedExport> {
  await using archive = await openArchive(file);
  return await importExport(services, await readExport(services, archive), options);
}

/** Rows of an export that come as they are, and the bytes of its files, a digest of each table. */
function digests({ entries }: Unpacked, rename: (text: string) => string = (text) => text): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, bytes] of entries) {
    if (name === 'export.json' || name === 'contents.json') continue;
    const [, table] = /^data\/(.+?)(?:\.\d+)?\.ndjson$/.exec(name) ?? [];
    if (table !== undefined && (table in STAYS || TAKEN.includes(table))) continue;
    const text = rename(bytes.toString());
    const rows = text
      .split('\n')
      // A reminder that was due is not sent, and so is not there.
      .filter((line) => table !== 'chat.reminders' || !line.includes('"due"'))
      .map((line) => {
        if (line === '') return line;
        if (table === 'platform.log_heads') return line.replace(/"(event_id|state_event_id)": \d+/g, '"$1": 0');
        if (table === 'platform.log_cursors') return line.replace(/"event_id": \d+/, '"event_id": 0');
        if (table === 'platform.people') return line.replace(/"(second_factor_at|totp_step)": [^,}]+/g, '"$1": null');
        return line;
      });
    if (table === 'platform.audit_log') rows.sort();
    found.set(rename(name), createHash('sha256').update(rows.join('\n')).digest('hex'));
  }
  return found;
}

describe('an export of Hubbub', () => {
  let organizationId: string;
  let file: string;
  let given: Unpacked;

  before(async () => {
    organizationId = await makeFull(home.services, home.connectionString);
    file = await exported(home.services, organizationId, 'quixotry');
    given = await unpackExport(file);
  });

  const count = async ({ database }: Services) =>
    (await database.reader.first(sql<{ n: number }>`select count(*)::int as n from platform.organizations`))!.n;

  test('says before what comes, comes changed and stays behind', async () => {
    await using archive = await openArchive(file);
    const { report, total } = await readExport(abroad.services, archive);
    const of = (what: string) => report.find((row) => row.what === what);
    assert.deepEqual([of('chat.messages')!.comes, of('files')!.comes], [1, 4]);
    assert.equal(of('platform.people')!.changed, 1);
    assert.deepEqual([of('dispatch.webhooks')!.stays, of('dispatch.task_pins')!.stays], [1, 1]);
    for (const { changed, stays, why } of report) if (changed + stays > 0) assert.match(why, /\.$/);
    assert.equal(
      total,
      [...given.entries]
        .filter(([name]) => name.startsWith('data/'))
        .reduce((sum, [, bytes]) => sum + bytes.toString().trimEnd().split('\n').length, 0),
    );
    assert.equal(await count(abroad.services), 0);
  });

  test('is begun by one of two processes, and the other one says so', async () => {
    const stop = new Error('stopped');
    const progress = () => {
      throw stop;
    };
    const both = await whileHeld(
      abroad,
      (tx) => tx.all(sql`lock table platform.organizations in share row exclusive mode`),
      () => Promise.allSettled([0, 1].map(() => imported(abroad.services, file, { progress }))),
      // Neither has found an import of it, and neither has made the organization.
      (waits) => waits.length === 2,
    );
    assert.deepEqual(both.map((each) => each.status === 'rejected' && (each.reason as Error).message).sort(), [
      'Another process imports this archive, or its organization was deleted meanwhile.',
      stop.message,
    ]);
    assert.equal(await count(abroad.services), 1);
  });

  test('comes back in another installation, equal in every table and file, with its IDs', async () => {
    const hash = await hashPassword(abroad.services, { organizationId: undefined }, PASSWORD);
    // Interrupted in the middle, as by a kill: the next run goes on behind what was written.
    const stop = new Error('stopped');
    const progress = (done: number, total: number) => {
      if (done > total / 2) throw stop;
    };
    await assert.rejects(imported(abroad.services, file, { progress }), stop);
    const shut = await new ChatClient({ site: abroad.url, email: OWNER, api_key: 'x' }).post('/fetch_api_key', {
      username: OWNER,
      password: PASSWORD,
    });
    assert.notEqual(shut.status, 200);
    assert.equal(await isOpenOrganization(abroad.services.database.reader, organizationId), false);
    const nobody = { email: 'nobody@quixotry.example', hash };
    await assert.rejects(imported(abroad.services, file, { owner: nobody }), /has confirmed the address nobody@/);
    // The people are there already.
    const result = await imported(abroad.services, file, { owner: { email: OWNER, hash } });
    assert.deepEqual([result.organizationId, result.isCopy], [organizationId, false]);
    assert.ok(result.before > result.rows / 2);
    const back = await unpackExport(await exported(abroad.services, organizationId, 'back'));
    const [wanted, found] = [digests(given), digests(back)];
    for (const [name, digest] of wanted) assert.equal(found.get(name), digest, `${name} differs`);
    assert.deepEqual([...found.keys()].sort(), [...wanted.keys()].sort());
    // Nothing was emitted up to the end, and nothing waits to be sent.
    const traces = await abroad.services.database.reader.first(sql<{ kinds: string[]; sent: number }>`
      select array(select kind from platform.event_log where organization_id = ${organizationId} and id <= (
          select id from platform.event_log where organization_id = ${organizationId} and kind = 'import_ended')) as kinds,
        (select count(*)::int from platform.outbox) + (select count(*)::int from dispatch.webhook_deliveries) as sent`);
    assert.deepEqual(traces, { kinds: ['import_ended'], sent: 0 });
    const key = await new ChatClient({ site: abroad.url, email: OWNER, api_key: 'x' }).post('/fetch_api_key', {
      username: OWNER,
      password: PASSWORD,
    });
    assert.equal(key.status, 200, key.text);
    // New numbers lie behind those that came.
    const next = await abroad.services.database.transaction((tx) =>
      tx.first(sql<{ id: number }>`select nextval('chat.message_ids') as id`),
    );
    assert.ok(next!.id > 7000);
    await assert.rejects(imported(abroad.services, file), /was imported as organization/);
  });

  /** The server of the exported organization with other settings. */
  const bounded = (settings: Partial<Config>): Services => ({
    ...home.services,
    config: { ...home.services.config, ...settings },
  });
  const fileBytes = () =>
    [...given.entries].reduce((sum, [name, bytes]) => sum + (name.startsWith('files/') ? bytes.length : 0), 0);

  test('needs room, and an address that is free', async () => {
    const before = await count(home.services);
    const quota = { uploadQuotaMib: (fileBytes() - 1) / 2 ** 20 };
    await assert.rejects(imported(bounded(quota), file), /exceed UPLOAD_QUOTA_MIB/);
    await assert.rejects(imported(bounded({ diskReserveMib: 2 ** 40 }), file), (error: Error) => {
      assert.ok(error instanceof NoRoomForFiles && error.expected);
      return true;
    });
    await assert.rejects(imported(home.services, file, { address: 'quixotry' }), /has the address quixotry/);
    assert.equal(await count(home.services), before);
  });

  test('comes beside the exported organization with new IDs for itself and its files', async () => {
    const result = await imported(home.services, file);
    assert.ok(result.isCopy && result.organizationId !== organizationId);
    const copy = await unpackExport(await exported(home.services, result.organizationId, 'copy'));
    const [row] = copy.rows('platform.organizations');
    assert.deepEqual([row.address, row.domain], ['quixotry-2', null]);
    const [task] = copy.rows('dispatch.tasks');
    assert.deepEqual([task.creator, task.merchant], [result.organizationId, result.organizationId]);
    const [upload] = copy.rows('chat.attachments');
    assert.notEqual(upload.path_id, given.rows('chat.attachments')[0].path_id);
    assert.ok(copy.rows('chat.messages')[0].content.includes(`/user_uploads/${upload.path_id}`));
    const ids = (each: Unpacked) => each.rows('platform.files').map(({ id }) => id);
    const back = new Map<string, string>([[result.organizationId, organizationId]]);
    for (const { size, id } of copy.rows('platform.files'))
      back.set(id, given.rows('platform.files').find((other) => other.size === size).id);
    assert.equal(new Set([...ids(copy), ...ids(given)]).size, 4);
    back.set(upload.path_id.split('/')[2], SECRET);
    const rename = (text: string) => [...back].reduce((all, [from, to]) => all.replaceAll(from, to), text);
    const [wanted, found] = [digests(given), digests(copy, rename)];
    // One organization of a server has such an address or number; files are in the order of their IDs.
    const other = new Set(['organizations', 'sms_settings', 'realms', 'files'].map((name) => `.${name}.ndjson`));
    for (const [name, digest] of wanted)
      if (![...other].some((end) => name.endsWith(end))) assert.equal(found.get(name), digest, `${name} differs`);
    await deleteOrganization(home.services, result.organizationId);
    // As the sentence says that refuses it a second time.
    const again = await imported(bounded({ uploadQuotaMib: fileBytes() / 2 ** 20 }), file, { address: 'quixotry-7' });
    assert.deepEqual([again.isCopy, again.before], [true, 0]);
    const { reader } = home.services.database;
    assert.equal((await findOrganizationAt(reader, { address: 'quixotry-7' }))!.id, again.organizationId);
    await deleteOrganization(home.services, again.organizationId);
  });

  /** The export with something else in it. */
  let archives = 0;

  async function changed(change: (entries: Map<string, unknown>) => void, more: TarEntry[] = []): Promise<string> {
    const entries = new Map<string, unknown>(given.entries);
    change(entries);
    const name = path.join(folder, `changed-${++archives}.tar.gz`);
    const packed = [...entries].map(([entry, content]): TarEntry => [{ name: entry }, content]);
    await writeFile(name, await tarOfEntries([...packed, ...more]));
    return name;
  }

  /** The export of an organization like it, which is on no server. */
  function moved(entries: Map<string, unknown>): void {
    const ids = [organizationId, SECRET, ...given.rows('platform.files').map(({ id }) => id)];
    const rename = (text: string) => ids.reduce((all, id) => all.replaceAll(id, [...id].reverse().join('')), text);
    for (const [name, content] of [...entries]) {
      entries.delete(name);
      entries.set(rename(name), Buffer.from(rename(String(content))));
    }
  }

  test('two archives of one organization that are begun at once: the second is refused in a sentence', async () => {
    const other = await changed((entries) => moved(entries));
    const third = await changed((entries) => {
      moved(entries);
      line(entries, 'chat.drafts', (row) => {
        row.content = 'another day';
      });
    });
    const both = await whileHeld(
      home,
      (tx) => tx.run(sql`select pg_advisory_xact_lock(hashtext('imports of organizations'))`),
      () => Promise.allSettled([other, third].map((each) => imported(home.services, each))),
      (waits) => waits.filter((wait) => wait === 'advisory').length === 2,
    );
    const done = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
    assert.deepEqual([done.length, refused.length], [1, 1]);
    assert.ok(refused[0] instanceof ArchiveError, refused[0]!.stack);
    assert.match(refused[0].message, /^Another archive of this organization was begun at the same moment\./);
    assert.equal(await isOpenOrganization(home.services.database.reader, done[0]!.organizationId), true);
    await deleteOrganization(home.services, done[0]!.organizationId);
  });

  test('an SMS number that somebody takes meanwhile stays with them, and the rest comes', async () => {
    const other = await changed((entries) => moved(entries));
    const [{ number }] = given.rows('platform.sms_settings');
    assert.equal(typeof number, 'string');
    const [rival] = await home.services.database.reader.all(sql<{ id: string }>`
      select organization_id as id from platform.sms_settings where number = ${number}`);
    const { services } = home;
    const own = sql`where organization_id = ${rival!.id}`;
    await services.database.transaction((tx) => tx.run(sql`update platform.sms_settings set number = null ${own}`));
    const result = await whileHeld(
      home,
      (tx) => tx.run(sql`update platform.sms_settings set number = ${number} ${own}`),
      () => imported(services, other),
    );
    const row = await services.database.reader.first(sql<{ number: string | null }>`
      select number from platform.sms_settings where organization_id = ${result.organizationId}`);
    assert.equal(row!.number, null);
    await deleteOrganization(services, result.organizationId);
  });

  test('names the organization that ordered a task if it is here, but not in a copy', async () => {
    const merchant = await createOrganization(home.services, {
      name: 'Merchant',
      country: 'US',
      timezone: 'America/Los_Angeles',
      ownerEmail: 'mia@merchant.example',
      ownerName: 'Mia',
      ownerPassword: PASSWORD,
    });
    const metadata = [{ name: 'of', type: 'object', value: { ordered_by: 'x'.repeat(24) } }];
    const task = 'data/dispatch.tasks.ndjson';
    const imports = async (orderedBy: string, isCopy: boolean) => {
      const other = await changed((entries) => {
        const [{ ordered_by: before }] = given.rows('dispatch.tasks');
        entries.set(
          task,
          String(entries.get(task))
            .replace(
              '"metadata": {"precision": "city"}',
              `"metadata": ${JSON.stringify(metadata).replaceAll(':', ': ')}`,
            )
            .replace(`"ordered_by": "${before}"`, `"ordered_by": "${orderedBy}"`),
        );
        if (!isCopy) moved(entries);
      });
      const result = await imported(home.services, other);
      assert.equal(result.isCopy, isCopy);
      const row = await home.services.database.reader.first(sql<{ orderedBy: string | null; metadata: unknown }>`
        select ordered_by as "orderedBy", metadata from dispatch.tasks where organization_id = ${result.organizationId}`);
      await deleteOrganization(home.services, result.organizationId);
      assert.deepEqual(row!.metadata, metadata);
      return row!.orderedBy;
    };
    assert.equal(await imports(merchant.organization_id, false), merchant.organization_id);
    assert.equal(await imports('x'.repeat(24), false), null);
    assert.equal(await imports(merchant.organization_id, true), null);
  });

  const line = (entries: Map<string, unknown>, table: string, change: (row: Record<string, unknown>) => void) => {
    const name = `data/${table}.ndjson`;
    const rows = String(entries.get(name)).trimEnd().split('\n');
    const row = JSON.parse(rows[0]!);
    change(row);
    entries.set(name, Buffer.from(`${[JSON.stringify(row), ...rows.slice(1)].join('\n')}\n`));
  };

  const counted = (entries: Map<string, unknown>, table: string, count: unknown) => {
    const contents = JSON.parse(String(entries.get('contents.json')));
    entries.set('contents.json', { ...contents, [table]: count });
  };

  const HOSTILE: [
    what: string,
    sentence: RegExp,
    change: (entries: Map<string, unknown>) => void,
    more?: TarEntry[],
  ][] = [
    ['without a header', /no export\.json/, (entries) => entries.delete('export.json')],
    ['without its end', /no contents\.json/, (entries) => entries.delete('contents.json')],
    ['of one person', /one person/, (entries) => entries.set('export.json', { form: 1, holds: 'person' })],
    [
      'of another version',
      /another version/,
      (entries) => entries.set('export.json', { form: 99, holds: 'organization' }),
    ],
    [
      'without a file',
      /is missing/,
      (entries) => {
        entries.delete([...entries.keys()].find((name) => name.startsWith('files/'))!);
      },
    ],
    [
      'whose own import had not ended',
      /was being imported itself/,
      (entries) =>
        line(entries, 'platform.organizations', (row) => {
          row.importing_since = '2026-01-01T00:00:00Z';
        }),
    ],
    ['without rows', /0 rows of chat\.messages/, (entries) => entries.delete('data/chat.messages.ndjson')],
    ['with a path that climbs', /leads out/, () => {}, [[{ name: '../evil' }, 'x']]],
    [
      'with a link',
      /link or a device/,
      () => {},
      [[{ name: 'files/link', type: 'symlink', linkname: '/etc/passwd' }, '']],
    ],
    [
      'with rows that nothing names',
      /does not name/,
      (entries) => entries.set('data/chat.more.ndjson', Buffer.from('{}\n')),
    ],
    [
      'with a line that is no object',
      /must be an object/,
      (entries) => {
        entries.set('data/chat.messages.ndjson', Buffer.from('[]\n'));
      },
    ],
    [
      'with an unknown column',
      /unknown here/,
      (entries) =>
        line(entries, 'chat.messages', (row) => {
          row.evil = 1;
        }),
    ],
    [
      'with an organization in a row',
      /unknown here/,
      (entries) =>
        line(entries, 'chat.messages', (row) => {
          row.organization_id = 'x';
        }),
    ],
    [
      'with a secret',
      /unknown here/,
      (entries) =>
        line(entries, 'dispatch.tasks', (row) => {
          row.tracking_token = 'guessed';
        }),
    ],
    [
      'with rows of the whole server',
      /No export has rows of platform\.known_addresses/,
      (entries) => {
        entries.set('data/platform.known_addresses.ndjson', Buffer.from('{}\n'));
        counted(entries, 'platform.known_addresses', { rows: 1 });
      },
    ],
    [
      'with events',
      /No export has rows of platform\.event_log/,
      (entries) => counted(entries, 'platform.event_log', { rows: 0 }),
    ],
    [
      'of a version without a table',
      /no chat\.drafts\. Upgrade the old server/,
      (entries) => {
        entries.delete('data/chat.drafts.ndjson');
        counted(entries, 'chat.drafts', undefined);
      },
    ],
    [
      'of a version that left a table out',
      /no platform\.log_heads\. Upgrade the old server/,
      (entries) => {
        entries.delete('data/platform.log_heads.ndjson');
        counted(entries, 'platform.log_heads', { left_out: 'is how far the log has come' });
      },
    ],
    [
      'of a version without a column',
      /no column "sent_at"\. Upgrade the old server/,
      (entries) =>
        line(entries, 'chat.messages', (row) => {
          delete row.sent_at;
        }),
    ],
    [
      'with a number that exhausts',
      /cannot be an ID/,
      (entries) =>
        line(entries, 'chat.messages', (row) => {
          row.id = 9e15;
        }),
    ],
    [
      'with a file of another',
      /does not belong/,
      (entries) =>
        line(entries, 'platform.files', (row) => {
          row.file = 'export.json';
        }),
    ],
    [
      'with a wrong type',
      /does not take the rows of chat\.messages/,
      (entries) =>
        line(entries, 'chat.messages', (row) => {
          row.sent_at = 'soon';
        }),
    ],
    [
      'with a row twice',
      /does not take the rows of chat\.drafts/,
      (entries) => {
        const name = 'data/chat.drafts.ndjson';
        entries.set(name, Buffer.from(String(entries.get(name)).repeat(2)));
        counted(entries, 'chat.drafts', { rows: 2 });
      },
    ],
    [
      'with a reference to nobody',
      /does not take the rows of chat\.drafts/,
      (entries) =>
        line(entries, 'chat.drafts', (row) => {
          row.user_id = 999;
        }),
    ],
    [
      'with a zero in a text',
      /does not take the rows of chat\.drafts/,
      (entries) =>
        line(entries, 'chat.drafts', (row) => {
          row.content = 'a\0b';
        }),
    ],
  ];
  for (const [what, sentence, change, more] of HOSTILE)
    test(`${what} is refused in a sentence and changes nothing`, async () => {
      const bad = await changed(change, more);
      const before = await count(home.services);
      await assert.rejects(imported(home.services, bad), (error: Error) => {
        assert.ok(error instanceof ArchiveError, error.stack);
        assert.match(error.message, sentence);
        return true;
      });
      assert.equal(await count(home.services), before);
    });
});
