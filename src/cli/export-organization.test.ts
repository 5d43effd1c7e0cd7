import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { fillEveryTable } from '../../tests/harness/every-table.ts';
import { unpackExport } from '../../tests/harness/unpacked.ts';
import { openCore } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { sql } from '../platform/db/sql.ts';
import { isOwned, loadTables } from '../platform/db/tables.ts';
import { ExportError } from '../platform/export/export-writer.ts';
import { leftOutOf } from '../platform/export/secret-columns.ts';
import { deleteObjects, doStoreFile, METADATA, ORIGINAL, storeObjects } from '../platform/files/files.ts';
import { spool } from '../platform/files/spool.ts';
import { createLog } from '../platform/log.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import { exportOrganizationToFile } from './export-organization.ts';
import { createOrganization, delegateTasks } from './organizations.ts';

/** An organization with a file, and with rows in every table. */
async function makeFull(services: Services, connectionString: string, name: string): Promise<string> {
  const { organization_id: organizationId } = await createOrganization(services, {
    name,
    country: 'US',
    timezone: 'America/Los_Angeles',
    ownerEmail: `owner@${name.toLowerCase()}.example`,
    ownerName: `Olive ${name}`,
    ownerPassword: 'correct horse battery staple',
  });
  async function* content() {
    yield Buffer.from(`words of ${name}`);
  }
  await using local = await spool(services, content(), 1000);
  await using exif = await spool(services, content(), 1000);
  const id = await storeObjects(services, organizationId, { [ORIGINAL]: local.path, [METADATA]: exif.path });
  await services.database.transaction((tx) =>
    doStoreFile(tx, { organizationId, id, size: local.size, contentType: 'text/plain' }, undefined),
  );
  await fillEveryTable(connectionString, organizationId, name);
  await services.database.transaction((tx) =>
    tx.run(sql`
      update dispatch.uploads set file_id = ${id}, has_metadata = true where organization_id = ${organizationId}`),
  );
  return organizationId;
}

test('org export has every table and file of an organization, nothing of another one, and no secret', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase();
  const { connectionString } = database;
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-export-'));
  const config = readConfig({ DATA_DIR: folder, WEB: 'off' });
  const core = await openCore({ config, log: createLog({ logLevel: 'silent' }), connectionString, serving: false });
  try {
    const { services } = core;
    const [own, other] = [
      await makeFull(services, connectionString, 'Quixotry'),
      await makeFull(services, connectionString, 'Steadfast'),
    ];
    await delegateTasks(services, { organization: other, to: own, fulfillment: false });
    const file = path.join(folder, 'out', 'quixotry.tar.gz');
    await assert.rejects(exportOrganizationToFile(services, own, file), ExportError);
    const whole = path.join(folder, 'quixotry.tar.gz');
    const before = (await readdir(folder)).sort();
    await assert.rejects(exportOrganizationToFile(services, 'A'.repeat(24), whole), CommandError);
    assert.deepEqual((await readdir(folder)).sort(), before);
    const result = await exportOrganizationToFile(services, own, whole);
    assert.deepEqual([result.files, result.missing], [2, 0]);
    assert.equal((await stat(whole)).mode & 0o777, 0o600);
    await assert.rejects(exportOrganizationToFile(services, own, whole), ExportError);

    const { entries, rows, text } = await unpackExport(whole);
    assert.deepEqual(JSON.parse(entries.get('export.json')!.toString()).organization, { id: own, name: 'Quixotry' });
    for (const theirs of ['Steadfast', 'steadfast', other]) assert.ok(!text.includes(theirs), `${theirs} is in it`);
    const [stored] = rows('platform.files');
    assert.equal(entries.get(stored.file)?.toString(), 'words of Quixotry');
    assert.notEqual(stored.exif, stored.file);
    assert.equal(entries.get(stored.exif)?.toString(), 'words of Quixotry');
    const contents = JSON.parse(entries.get('contents.json')!.toString());
    for (const table of await loadTables(services.database.reader)) {
      const { name } = table;
      const isLeftOut = typeof contents[name]?.left_out === 'string';
      assert.ok(isLeftOut || contents[name]?.rows > 0, `${name} has no row, and no reason why`);
      assert.ok(isOwned(table) || isLeftOut || name === 'platform.organizations', name);
      for (const row of rows(name))
        for (const column of leftOutOf(table)) assert.ok(!(column in row), `${name}.${column}`);
    }
    // A driver's first password, and what others have written.
    assert.ok(!('body' in rows('platform.outbox')[0]));
    assert.equal(rows('dispatch.tasks')[0].notes, 'Quixotry notes');
    assert.equal(rows('chat.messages')[0].content, 'Quixotry content');
    assert.equal(rows('platform.organizations').length, 1);
    assert.equal(contents.missing_files, undefined);

    // Files are copied when the snapshot has ended, and one that goes meanwhile is told of.
    const snapshot: typeof services.database.snapshot = async (work) => {
      const given = await services.database.snapshot(work);
      await deleteObjects(services, own, stored.id);
      return given;
    };
    const transaction = services.database.transaction.bind(services.database);
    const going = {
      ...services,
      database: { ...services.database, snapshot, transaction } as typeof services.database,
    };
    const later = path.join(folder, 'later.tar.gz');
    const { files, missing } = await exportOrganizationToFile(going, own, later);
    assert.deepEqual([files, missing], [0, 2]);
    const unpacked = await unpackExport(later);
    assert.deepEqual(JSON.parse(unpacked.entries.get('contents.json')!.toString()).missing_files, [
      stored.file,
      stored.exif,
    ]);
    assert.deepEqual(await readdir(path.join(folder, 'incoming')), []);
  } finally {
    await core.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
