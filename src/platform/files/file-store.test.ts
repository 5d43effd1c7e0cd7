import assert from 'node:assert/strict';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { FakeS3 } from '../../../tests/harness/s3.ts';
import { readConfig } from '../config.ts';
import { openFileStore } from './open-store.ts';
import { MissingObject, type StoredObject } from './store.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-files-'));
const s3 = await FakeS3.start();
after(async () => {
  await s3.stop();
  await rm(dataDir, { recursive: true });
});

let files = 0;
async function localFile(content: string): Promise<string> {
  const file = path.join(dataDir, `local-${files++}`);
  await writeFile(file, content);
  return file;
}

for (const kind of ['folder', 's3'] as const) {
  describe(`a store of the kind ${kind}`, () => {
    const store = openFileStore(kind, { ...readConfig({}), dataDir, ...s3.settings });
    const listed = async (prefix: string) => {
      const found: StoredObject[] = [];
      for await (const object of store.list(prefix)) found.push(object);
      return found.sort((a, b) => (a.key < b.key ? -1 : 1));
    };

    test('takes a local file over and gives it back, whole or in part', async () => {
      const local = await localFile('hello, depot');
      await store.put('org/ab/abc/original', local);
      await assert.rejects(access(local));
      assert.equal(String(await buffer(await store.read('org/ab/abc/original'))), 'hello, depot');
      assert.equal(String(await buffer(await store.read('org/ab/abc/original', { start: 7, end: 9 }))), 'dep');
      const found = await store.stat('org/ab/abc/original');
      assert.equal(found?.size, 12);
      assert.ok(Math.abs(found.modifiedAt.getTime() - Date.now()) < 60_000);
    });

    test('replaces what lies at a key; an empty file is a file', async () => {
      await store.put('org/cd/cde/original', await localFile('one'));
      await store.put('org/cd/cde/original', await localFile(''));
      assert.equal((await buffer(await store.read('org/cd/cde/original'))).length, 0);
      assert.equal((await store.stat('org/cd/cde/original'))?.size, 0);
    });

    test('says what is not there', async () => {
      await assert.rejects(store.read('org/no/none/original'), MissingObject);
      await assert.rejects(store.read('org/ab/abc/original/below'), MissingObject);
      assert.equal(await store.stat('org/no/none/original'), undefined);
      assert.deepEqual(await listed('nobody/'), []);
    });

    test('lists by what keys begin with, over pages and folders', async () => {
      for (const key of [
        'list/aa/aa1/original',
        'list/aa/aa1/still.png',
        'list/aa/aa2/original',
        'list/ab/ab1/original',
      ])
        await store.put(key, await localFile(key));
      assert.deepEqual(
        (await listed('list/aa/aa1/')).map(({ key, size }) => [key, size]),
        [
          ['list/aa/aa1/original', 20],
          ['list/aa/aa1/still.png', 21],
        ],
      );
      assert.equal((await listed('list/aa/aa')).length, 3);
      assert.equal((await listed('list/')).length, 4);
      assert.ok((await listed('')).length >= 6);
    });

    test('deletes, also what is not there', async () => {
      await store.put('gone/aa/aa1/original', await localFile('x'));
      await store.delete('gone/aa/aa1/original');
      await store.delete('gone/aa/aa1/original');
      assert.equal(await store.stat('gone/aa/aa1/original'), undefined);
    });

    test('has no keys that lead elsewhere', async () => {
      for (const key of ['../x', 'a/../b', '/a', 'a//b', '', 'a/', 'a b', 'a/.hidden'])
        await assert.rejects(store.read(key), /is not a valid object key/, key);
    });
  });
}

test('a folder leaves no empty folders behind', async () => {
  assert.ok(!(await readdir(path.join(dataDir, 'files'))).includes('gone'));
});
