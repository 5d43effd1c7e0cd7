import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

/** For tests: a JPEG with metadata, among it a place, and if wanted a turn by EXIF's numbers. */
export function photo(width: number, height: number, orientation = 1): Promise<Buffer> {
  return plain(width, height, '#386')
    .withExif({ IFD0: { ImageDescription: 'Secret Place' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

/** For tests: a PNG of one colour. */
export function png(width: number, height: number, background = '#c40'): Promise<Buffer> {
  return plain(width, height, background).png().toBuffer();
}

/** For tests: frames of different colours. */
export async function animatedGif(width: number, height: number, frames: number): Promise<Buffer> {
  const colours = ['#f00', '#0f0', '#00f', '#ff0', '#0ff'];
  const each = Array.from({ length: frames }, (_, n) => png(width, height, colours[n % colours.length]));
  return sharp(await Promise.all(each), { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** For tests: a PNG whose head promises a size and that holds next to nothing. */
export function lyingPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(10))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
