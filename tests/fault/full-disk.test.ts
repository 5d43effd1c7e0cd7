/** Disks that have no room: a start and a backup say so in a sentence, and leave nothing half-written. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { BackupWriter } from '../../src/platform/backup/backup-writer.ts';
import { until } from '../harness/clients.ts';
import { Installation } from '../harness/program.ts';

const MIB = 2 ** 20;
const root = await mkdtemp(path.join(tmpdir(), 'hubbub-full-disk-'));
after(() => rm(root, { recursive: true, force: true }));

const skip = await canMount();

async function canMount(): Promise<string | false> {
  try {
    (await smallDisk('trial', 1)).remove();
    return false;
  } catch {
    return 'only root can mount a small disk';
  }
}

/** A disk of its own, of so many MiB, gone afterwards. */
async function smallDisk(name: string, mib: number): Promise<{ folder: string; remove(): void }> {
  const folder = path.join(root, name);
  await mkdir(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder], { stdio: 'ignore' });
  return { folder, remove: () => execFileSync('umount', [folder]) };
}

test('a start on a disk without a free byte ends with one sentence', { skip }, async () => {
  await using installation = await Installation.create();
  const disk = await smallDisk('start', 1);
  try {
    await writeFile(path.join(disk.folder, 'fill'), Buffer.alloc(MIB)).catch(() => undefined);
    const program = installation.spawn({ DATA_DIR: disk.folder });
    assert.equal((await program.end('SIGCONT')).code, 1);
    assert.match(program.output(), /^The disk of DATA_DIR \S+ is full\. Free some space\.\n$/);
    assert.deepEqual(await readdir(disk.folder), ['fill']);
  } finally {
    disk.remove();
  }
});

test('a backup to a disk that fills stops before the reserve, and says it in a sentence', {
  skip,
  timeout: 300_000,
}, async () => {
  await using installation = await Installation.create();
  await installation.organization();
  await mkdir(path.join(installation.dataDir, 'files'), { recursive: true });
  await writeFile(path.join(installation.dataDir, 'files', 'photo'), randomBytes(4 * MIB));
  const disk = await smallDisk('backup', 3);
  try {
    const file = path.join(disk.folder, 'backup');
    let least = Number.POSITIVE_INFINITY;
    const watch = setInterval(async () => {
      const { bavail, bsize } = await statfs(disk.folder);
      least = Math.min(least, bavail * bsize);
    }, 1);
    const early = await installation.commandWith({ DISK_RESERVE_MIB: '1' }, 'backup', file);
    clearInterval(watch);
    assert.equal(early.code, 1);
    assert.match(early.stderr, /^The disk of \S+ has less than 1 MiB left \(DISK_RESERVE_MIB\)\. [^\n]*\n$/);
    assert.ok(least >= MIB, `${least} bytes were left`);
    assert.deepEqual(await readdir(disk.folder), []);

    // Nobody looks at the room here: the disk itself says that it is full.
    await assert.rejects(
      async () => {
        await using writer = await BackupWriter.create(file);
        for (let n = 0; n < 4; n++) await writer.add(`files/${n}`, 2 * MIB, [randomBytes(2 * MIB)]);
        await writer.finish();
      },
      { message: `${file} could not be written: its disk is full. The unfinished file was deleted.` },
    );
    assert.deepEqual(await readdir(disk.folder), []);
  } finally {
    disk.remove();
  }
});

test('what a killed command has left goes by the next one into that folder; what others write stays', async () => {
  const folder = path.join(root, 'partial');
  await mkdir(folder);
  await using _mine = await BackupWriter.create(path.join(folder, 'mine'));
  await until(async () => (await readdir(folder)).length > 0, 'the file that is written');
  const [name] = await readdir(folder);
  const [, place] = /^mine\.partial-([0-9a-f]{8})-\d+$/.exec(name!)!;
  // PID 1 lives, and a number above the greatest is nobody's.
  const left = [`monday.partial-${place}-4194305`, 'monday.partial-0123abcd-4194305'];
  const retained = [name!, `tuesday.partial-${place}-1`, 'photo.partial-4194305', 'wednesday.partial-0123abcd-1'];
  for (const file of [...left, ...retained.slice(1)]) await writeFile(path.join(folder, file), 'half');
  const old = new Date(Date.now() - 25 * 3_600_000);
  execFileSync('touch', ['-d', old.toISOString(), path.join(folder, left[1]!)]);
  await using next = await BackupWriter.create(path.join(folder, 'next'));
  await next.finish();
  assert.deepEqual((await readdir(folder)).sort(), [...retained, 'next'].sort());
});
