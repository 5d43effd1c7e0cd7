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
import { loadTables } from '../platform/export/access.ts';
import { ExportError } from '../platform/export/export-writer.ts';
import { SECRET_COLUMNS } from '../platform/export/secret-columns.ts';
import { doStoreFile, ORIGINAL, storeObjects } from '../platform/files/files.ts';
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
  const id = await storeObjects(services, organizationId, { [ORIGINAL]: local.path });
  await services.database.transaction((tx) =>
    doStoreFile(tx, { organizationId, id, size: local.size, contentType: 'text/plain' }, undefined),
  );
  await fillEveryTable(connectionString, organizationId, name);
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
    assert.deepEqual([result.files, result.missing], [1, 0]);
    assert.equal((await stat(whole)).mode & 0o777, 0o600);
    await assert.rejects(exportOrganizationToFile(services, own, whole), ExportError);

    const { entries, rows, text } = await unpackExport(whole);
    assert.deepEqual(JSON.parse(entries.get('export.json')!.toString()).organization, { id: own, name: 'Quixotry' });
    for (const theirs of ['Steadfast', 'steadfast', other]) assert.ok(!text.includes(theirs), `${theirs} is in it`);
    const [stored] = rows('platform.files');
    assert.equal(entries.get(stored.file)?.toString(), 'words of Quixotry');
    const contents = JSON.parse(entries.get('contents.json')!.toString());
    for (const { name, isOwned, byteColumns } of await loadTables(services.database.reader)) {
      const isLeftOut = typeof contents[name]?.left_out === 'string';
      assert.ok(isLeftOut || contents[name]?.rows > 0, `${name} has no row, and no reason why`);
      assert.ok(isOwned || isLeftOut || name === 'platform.organizations', name);
      const secret = [...byteColumns, ...(SECRET_COLUMNS[name] ?? [])];
      for (const row of rows(name)) for (const column of secret) assert.ok(!(column in row), `${name}.${column}`);
    }
    assert.equal(rows('dispatch.tasks')[0].notes, 'Quixotry notes');
    assert.equal(rows('chat.messages')[0].content, 'Quixotry content');
    assert.equal(rows('platform.organizations').length, 1);
  } finally {
    await core.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
