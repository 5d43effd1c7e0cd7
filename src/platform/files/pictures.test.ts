import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { animatedGif, lyingPng, photo } from '../../../tests/harness/pictures.ts';
import { BadPicture, makePicture, readPictureFacts } from './pictures.ts';
import { InfectedFile, ScannerUnavailable, scanFile } from './scan.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-pictures-'));
after(() => rm(folder, { recursive: true }));

let count = 0;
async function file(content: Buffer): Promise<string> {
  const name = path.join(folder, `given-${count++}`);
  await writeFile(name, content);
  return name;
}

test('the head tells size, turn and frames', async () => {
  assert.deepEqual(await readPictureFacts(await file(await photo(30, 20))), { width: 30, height: 20, frames: 1 });
  assert.deepEqual(await readPictureFacts(await file(await photo(30, 20, 6))), { width: 20, height: 30, frames: 1 });
  assert.deepEqual(await readPictureFacts(await file(await animatedGif(16, 8, 3))), {
    width: 16,
    height: 8,
    frames: 3,
  });
});

const owner = { organizationId: 'A' };

test('what is no picture, or would unpack to too much, is refused', async () => {
  await assert.rejects(readPictureFacts(await file(Buffer.from('no picture'))), BadPicture);
  await assert.rejects(readPictureFacts(await file(lyingPng(60_000, 60_000))), /exceeds limit/);
  // A head that promises what does not follow.
  await assert.rejects(
    makePicture(owner, { path: await file(lyingPng(100, 100)) }, { width: 10, height: 10, fit: 'cover' }),
    BadPicture,
  );
});

test('a made picture has the asked size and no metadata; an animated one moves on and has a still', async () => {
  await using still = await makePicture(
    owner,
    { path: await file(await photo(300, 200, 6)) },
    { width: 50, height: 50, fit: 'cover' },
  );
  const made = await sharp(still.path).metadata();
  assert.deepEqual([made.format, made.width, made.height, made.exif, made.icc], ['png', 50, 50, undefined, undefined]);
  assert.ok(!(await readFile(still.path)).includes('Secret Place'));
  await using moving = await makePicture(
    owner,
    { path: await file(await animatedGif(64, 64, 3)) },
    { width: 32, height: 32, fit: 'inside' },
  );
  const film = await sharp(moving.path, { animated: true }).metadata();
  assert.deepEqual([film.format, film.width, film.pageHeight, film.pages], ['webp', 32, 32, 3]);
  assert.equal((await sharp(moving.stillPath).metadata()).pages, undefined);
});

test('nothing made is left behind', async () => {
  assert.ok((await readdir(folder)).every((name) => name.startsWith('given-')));
});

test('the virus scanner is asked in its own protocol', async () => {
  const scanned: Buffer[] = [];
  let answer = 'stream: OK\0';
  const clamd = createServer((socket) => {
    let all = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      all = Buffer.concat([all, chunk]);
      if (all.subarray(-4).readUInt32BE() !== 0) return;
      assert.equal(all.toString('latin1', 0, 10), 'zINSTREAM\0');
      const length = all.readUInt32BE(10);
      scanned.push(all.subarray(14, 14 + length));
      socket.end(answer);
    });
  });
  const address = await new Promise<string>((resolve) => {
    clamd.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(clamd.address() as { port: number }).port}`));
  });
  const given = await file(Buffer.from('a parcel'));
  await scanFile({ clamdAddress: undefined }, given);
  await scanFile({ clamdAddress: address }, given);
  assert.equal(String(scanned[0]), 'a parcel');
  answer = 'stream: Eicar-Test-Signature FOUND\0';
  await assert.rejects(scanFile({ clamdAddress: address }, given), InfectedFile);
  answer = 'INSTREAM size limit exceeded. ERROR\0';
  await assert.rejects(scanFile({ clamdAddress: address }, given), ScannerUnavailable);
  await new Promise((resolve) => clamd.close(resolve));
  await assert.rejects(scanFile({ clamdAddress: address }, given), ScannerUnavailable);
});
