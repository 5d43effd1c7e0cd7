import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { photo } from '../../../tests/harness/pictures.ts';
import { removeLocation } from './photo-location.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-places-'));
after(() => rm(folder, { recursive: true }));

/** Returns the cleaned file; its length never changes. */
async function cleaned(content: Buffer, contentType: string): Promise<Buffer> {
  const file = path.join(folder, 'picture');
  await writeFile(file, content);
  await removeLocation(file, contentType);
  const left = await readFile(file);
  assert.equal(left.length, content.length);
  return left;
}

const LATITUDE = Buffer.from('3400000001000000' + '1e00000001000000', 'hex');
const LATITUDE_BIG = Buffer.from('0000003400000001' + '0000001e00000001', 'hex');
const hasPlace = (content: Buffer) => content.includes(LATITUDE) || content.includes(LATITUDE_BIG);
const exifOf = async (content: Buffer) => (await sharp(content).metadata()).exif!;
/** Returns the unpacked picture and its orientation. */
const seen = async (content: Buffer) => {
  const { orientation } = await sharp(content).metadata();
  return { orientation, pixels: (await sharp(content).raw().toBuffer()).toString('base64') };
};
const retained = () => photo(40, 30, 6);

test('of JPEG, PNG, WebP and AVIF the place goes, and nothing else', async () => {
  for (const [type, made] of [
    ['image/jpeg', await retained()],
    [
      'image/png',
      await sharp(await retained())
        .keepMetadata()
        .png()
        .toBuffer(),
    ],
    [
      'image/webp',
      await sharp(await retained())
        .keepMetadata()
        .webp()
        .toBuffer(),
    ],
    [
      'image/avif',
      await sharp(await retained())
        .keepMetadata()
        .avif()
        .toBuffer(),
    ],
  ] as const) {
    assert.ok(hasPlace(made), `${type} tells a place before`);
    const left = await cleaned(made, type);
    assert.ok(!hasPlace(left), type);
    assert.ok(!(await exifOf(left)).includes(Buffer.from([0x25, 0x88])), `${type}: nothing leads to a place`);
    assert.ok((await exifOf(left)).includes('Secret Place'), `${type}: what was written stays`);
    assert.deepEqual(await seen(left), await seen(made), type);
    assert.deepEqual(await cleaned(left, type), left, `${type}: once is enough`);
  }
});

test('both orders of bytes are read', async () => {
  const block = Buffer.alloc(8 + 2 + 24 + 4 + 2 + 12 + 4 + 24);
  block.write('MM\0*', 'latin1');
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(2, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    block.writeUInt16BE(tag, at);
    block.writeUInt16BE(type, at + 2);
    block.writeUInt32BE(count, at + 4);
    block.writeUInt32BE(value, at + 8);
  };
  entry(10, 0x0112, 3, 1, 6 << 16);
  entry(22, 0x8825, 4, 1, 38);
  block.writeUInt16BE(1, 38);
  entry(40, 2, 5, 3, 56);
  LATITUDE_BIG.copy(block, 56);
  const made = await sharp(await retained())
    .jpeg()
    .toBuffer();
  const length = Buffer.alloc(2);
  length.writeUInt16BE(block.length + 8);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1]), length, Buffer.from('Exif\0\0', 'latin1'), block]);
  const given = Buffer.concat([made.subarray(0, 2), segment, made.subarray(2)]);
  const left = await cleaned(given, 'image/jpeg');
  assert.ok(hasPlace(given) && !hasPlace(left));
  assert.equal((await sharp(left).metadata()).orientation, 6);
});

const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
  'exif:GPSLatitude="52,30.1N" dc:source="By Hand"><exif:GPSLongitude>13,24.9E</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta>';

const xmpOf = async (content: Buffer) => String((await sharp(content).metadata()).xmp ?? '');

test('the place of XMP goes, too', async () => {
  const plain = sharp({ create: { width: 20, height: 10, channels: 3, background: '#386' } }).withXmp(XMP);
  for (const [type, made] of [
    ['image/jpeg', await plain.clone().jpeg().toBuffer()],
    ['image/webp', await plain.clone().webp().toBuffer()],
    ['image/png', await plain.clone().png().toBuffer()],
  ] as const) {
    assert.match(await xmpOf(made), /52,30\.1N.*13,24\.9E/, type);
    const left = await cleaned(made, type);
    assert.doesNotMatch(await xmpOf(left), /52,30\.1N|13,24\.9E/, type);
    // That of PNG is packed, and goes as a whole.
    assert.equal((await xmpOf(left)).includes('By Hand'), type !== 'image/png', type);
    assert.deepEqual(await seen(left), await seen(made), type);
  }
});

test('what older programs wrote into PNG is taken out with its chunk, and the profile of colours stays', async () => {
  const made = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#386' } })
    .png()
    .toBuffer();
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const text = (name: string) =>
    chunk(
      'zTXt',
      Buffer.concat([Buffer.from(`Raw profile type ${name}\0\0`, 'latin1'), deflateSync(Buffer.from(`${name} 3400`))]),
    );
  const given = Buffer.concat([made.subarray(0, 33), text('exif'), text('icc'), made.subarray(33)]);
  const left = await cleaned(given, 'image/png');
  assert.ok(!left.includes('Raw profile type exif') && left.includes('Raw profile type icc'));
  assert.equal((await seen(left)).pixels, (await seen(made)).pixels);
});

test('a picture within the picture loses its place, wherever it begins', async () => {
  const inner = await retained();
  for (const before of [0, 1024 ** 2 - 30, 1024 ** 2 - 5, 1024 ** 2, 2 * 1024 ** 2 - 100]) {
    const given = Buffer.concat([await sharp(inner).jpeg().toBuffer(), Buffer.alloc(before), inner]);
    assert.ok(!hasPlace(await cleaned(given, 'image/jpeg')), `after ${before} bytes`);
  }
});

test('broken and hostile blocks are no error', async () => {
  const given = await retained();
  const at = given.indexOf('Exif\0\0') + 6;
  for (let n = 0; n < 400; n++) {
    const broken = Buffer.from(given);
    for (let k = 0; k < 3; k++) broken[at + ((n * 7 + k * 31) % 300)] = (n * 131 + k * 17) & 0xff;
    await cleaned(broken, 'image/jpeg');
  }
  // A place that is the directory itself, and one beyond the end.
  for (const place of [8, 0xffffffff, 7]) {
    const looped = Buffer.from(given);
    const tag = looped.indexOf(Buffer.from([0x25, 0x88, 4, 0]), at);
    assert.ok(tag > 0);
    looped.writeUInt32LE(place, tag + 8);
    await cleaned(looped, 'image/jpeg');
  }
  const many = Buffer.from('Exif\0\0II*\0\x08\0\0\0\xf4\x01exif:GPS'.repeat(200_000), 'latin1');
  await cleaned(many, 'image/jpeg');
  for (const size of [0, 1, 5, 9]) await cleaned(many.subarray(0, size), 'image/png');
});

test('other kinds are left as they are', async () => {
  const given = await retained();
  assert.deepEqual(await cleaned(given, 'application/pdf'), given);
});
