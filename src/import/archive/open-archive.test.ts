import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { writeFolder, zipOf } from '../../../tests/harness/slack-archive.ts';
import { tarOf, tarOfEntries } from '../../../tests/harness/zulip-archive.ts';
import { ArchiveError } from './archive.ts';
import { openArchive } from './open-archive.ts';

test('an archive has as many files as it may have, and not one more, however it is packed', async () => {
  const files = { 'a.json': 1, 'b/c.json': 2, 'b/d.json': 3 };
  await using written = await writeFolder(files);
  await using packed = await writeFolder({ 'x.zip': zipOf(files), 'x.tar.gz': await tarOf(files) });
  for (const file of [written.folder, path.join(packed.folder, 'x.zip'), path.join(packed.folder, 'x.tar.gz')]) {
    await using archive = await openArchive(file, undefined, 3);
    assert.deepEqual(archive.files, ['a.json', 'b/c.json', 'b/d.json'], file);
    await assert.rejects(
      openArchive(file, undefined, 2),
      (error) => error instanceof ArchiveError && error.message === 'The archive has more than 2 files.',
      file,
    );
  }
});

test('a tar.gz file has folders that are no files, and files of both kinds, which are read to the byte', async () => {
  const large = Buffer.from(Array.from({ length: 600_000 }, (_, n) => n % 251));
  const bytes = await tarOfEntries([
    [{ name: 'b', type: 'directory' }, ''],
    [{ name: 'b/old.json', type: 'contiguous-file' }, 'old'],
    [{ name: 'large.bin' }, large],
    [{ name: 'b', type: 'directory' }, ''],
    [{ name: 'last.json' }, 'last'],
  ]);
  await using packed = await writeFolder({ 'x.tar.gz': bytes });
  await using archive = await openArchive(path.join(packed.folder, 'x.tar.gz'));
  assert.deepEqual(archive.files, ['b/old.json', 'large.bin', 'last.json']);
  assert.equal(await archive.sizeOf('large.bin'), large.length);
  assert.ok((await archive.read('large.bin', large.length)).equals(large));
  await assert.rejects(archive.read('large.bin', large.length - 1), /"large\.bin" is larger than 1 MiB/);
  assert.equal(String(await archive.read('last.json', 100)), 'last');
  assert.equal(String(await archive.read('b/old.json', 3)), 'old');
  const pieces: Buffer[] = [];
  for await (const piece of archive.stream('large.bin')) pieces.push(piece);
  assert.ok(pieces.length > 1 && Buffer.concat(pieces).equals(large));
});

test('a tar.gz file with a path twice, or with a link, is refused', async () => {
  for (const [second, sentence] of [
    [{ name: './a.json' }, /^The archive has "a\.json" twice\.$/],
    [{ name: 'b', type: 'link', linkname: 'a.json' }, /^"b" is a link or a device\./],
  ] as const) {
    await using packed = await writeFolder({
      'x.tar.gz': await tarOfEntries([
        [{ name: 'a.json' }, 'a'],
        [second, ''],
      ]),
    });
    await assert.rejects(openArchive(path.join(packed.folder, 'x.tar.gz')), (error) => {
      assert.ok(error instanceof ArchiveError);
      assert.match(error.message, sentence);
      return true;
    });
  }
});

test('the room on the disk is looked at before a tar.gz file is unpacked, and again after every 16 MiB', async () => {
  const MIB = 2 ** 20;
  const files = { 'a.bin': Buffer.alloc(20 * MIB), 'b.bin': Buffer.alloc(20 * MIB), 'c.json': 1 };
  await using packed = await writeFolder({ 'x.tar.gz': await tarOf(files) });
  const file = path.join(packed.folder, 'x.tar.gz');
  let checks = 0;
  const unpacking = { folder: packed.folder, checkRoom: async () => void checks++ };
  await (await openArchive(file, unpacking))[Symbol.asyncDispose]();
  assert.equal(checks, 3);
  await using exact = await writeFolder({ 'x.tar.gz': await tarOf({ 'a.bin': Buffer.alloc(16 * MIB) }) });
  await (await openArchive(path.join(exact.folder, 'x.tar.gz'), unpacking))[Symbol.asyncDispose]();
  assert.equal(checks, 5);
  // A full disk is no fault of the archive, at the first check and at a later one.
  for (const fullAt of [1, 2]) {
    const full = new Error('no room');
    let asked = 0;
    const checkRoom = async () => {
      if (++asked === fullAt) throw full;
    };
    await assert.rejects(openArchive(file, { ...unpacking, checkRoom }), (error) => error === full);
  }
});
