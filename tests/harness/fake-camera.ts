import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const WIDTH = 640;
const HEIGHT = 480;
/** So many frames of each picture, ten a second: each is seen for a while. */
const FRAMES = 10;

/**
 * Writes a video for `--use-file-for-fake-video-capture` that shows pictures one after the other, again and again (YUV4MPEG2, of
 * grey alone).
 */
export async function writeFakeCamera(file: string, pictures: readonly Buffer[]): Promise<void> {
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const parts = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)];
  for (const picture of pictures) {
    const light = await sharp(picture)
      .resize(WIDTH, HEIGHT, { fit: 'contain', background: '#ffffff', kernel: 'nearest' })
      .flatten({ background: '#ffffff' })
      .greyscale()
      .raw()
      .toBuffer();
    for (let n = 0; n < FRAMES; n++) parts.push(Buffer.from('FRAME\n'), light, grey);
  }
  await writeFile(file, Buffer.concat(parts));
}
