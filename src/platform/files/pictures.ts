import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { randomText } from '../ids.ts';
import { inTurns, type TurnOwner } from '../turns.ts';
import type { SpooledFile } from './spool.ts';

/** Pixels of all frames together, unpacked 4 bytes each: 256 MiB at most. */
const MAX_PIXELS = 64 * 1024 * 1024;
/** Frames of an animation that are read. */
const MAX_FRAMES = 1000;
/** Pictures of one organization worked on at a time: half the processors are left to others, and unpacked ones are large. */
const AT_ONCE_OF_ONE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));
/** Maximum for all organizations together. */
const AT_ONCE = AT_ONCE_OF_ONE + 1;
const MAX_WAITING = 200;

/** The content is no picture, is broken, or is too large when unpacked. The text is safe to show. */
export class BadPicture extends Error {}

/** Facts in the head of a picture. */
export interface PictureFacts {
  /** Width of one frame as shown: turned according to its metadata. */
  width: number;
  height: number;
  /** 1: not animated. */
  frames: number;
}

/** Desired form of a picture. */
export interface PictureForm {
  width: number;
  height: number;
  /** `cover` fills the box and cuts off what stands out; `inside` is as large as fits in it, never larger than it was. */
  fit: 'cover' | 'inside';
  format: 'png' | 'webp';
  /** Whether an animated one stays so; else it is its first frame. */
  animated: boolean;
}

// Loaded at the first picture: it costs 15 MB of memory and 50 ms.
async function open(file: string, animated: boolean): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(file, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    ...(animated ? { animated: true } : {}),
    sequentialRead: true,
  });
}

/**
 * Reads a picture's head, without unpacking it.
 * @throws {BadPicture}
 */
export async function readPictureFacts(file: string): Promise<PictureFacts> {
  const picture = await open(file, true);
  const found = await picture.metadata().catch((error: Error) => {
    throw badPicture(error);
  });
  const { width, autoOrient, pages = 1, pageHeight = found.height } = found;
  if (width * pageHeight * pages > MAX_PIXELS || pages > MAX_FRAMES) throw tooLarge();
  const isTurned = pages === 1 && autoOrient.width !== width;
  return { width: isTurned ? pageHeight : width, height: isTurned ? width : pageHeight, frames: pages };
}

/**
 * Makes a smaller picture of a picture, without any of its metadata (place, camera, comments), turned upright.
 * @returns the new file, beside the given one
 * @throws {BadPicture} when it cannot be unpacked; {TooManyWaiting}
 */
export async function resizePicture(
  owner: TurnOwner,
  file: string,
  { width, height, fit, format, animated }: PictureForm,
): Promise<string> {
  const target = path.join(path.dirname(file), randomText(24));
  return inTurn(owner, async () => {
    const picture = await open(file, animated);
    const sized = picture.autoOrient().resize(width, height, { fit, withoutEnlargement: fit === 'inside' });
    const encoded = format === 'png' ? sized.png() : sized.webp({ quality: 80 });
    try {
      await encoded.timeout({ seconds: 30 }).toFile(target);
    } catch (error) {
      await rm(target, { force: true });
      throw badPicture(error as Error);
    }
    return target;
  });
}

/** A picture whose metadata was taken out. The file beside it is gone with `await using`, unless a store took it over. */
export interface CleanPicture extends AsyncDisposable {
  path: string;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  /** The EXIF block that was in it. */
  metadata: Buffer | undefined;
}

/**
 * Takes a picture's metadata (place, camera, time) out of it, turns it upright and leaves its size. PNG and WebP stay
 * what they are, all else becomes JPEG; of an animation the first frame is left.
 * @throws {BadPicture}; {TooManyWaiting}
 */
export async function separateMetadata(owner: TurnOwner, file: Pick<SpooledFile, 'path'>): Promise<CleanPicture> {
  await readPictureFacts(file.path);
  const target = path.join(path.dirname(file.path), randomText(24));
  const dispose = () => rm(target, { force: true });
  return inTurn(owner, async () => {
    const picture = await open(file.path, false);
    try {
      const { exif, format } = await picture.metadata();
      const upright = picture.autoOrient();
      const outputFormat = format === 'png' || format === 'webp' ? format : 'jpeg';
      const encoded =
        outputFormat === 'png'
          ? upright.png()
          : outputFormat === 'webp'
            ? upright.webp()
            : upright.jpeg({ quality: 90 });
      await encoded.timeout({ seconds: 30 }).toFile(target);
      return { path: target, contentType: `image/${outputFormat}`, metadata: exif, [Symbol.asyncDispose]: dispose };
    } catch (error) {
      await dispose();
      throw badPicture(error as Error);
    }
  });
}

function badPicture(error: Error): BadPicture {
  return /pixel limit/i.test(error.message)
    ? tooLarge(error)
    : new BadPicture('Could not decode image; did you upload an image file?', { cause: error });
}

function tooLarge(cause?: Error): BadPicture {
  return new BadPicture('Image size exceeds limit.', { cause });
}

/** A limit of the machine, so it is one for the whole process. */
const inTurn = inTurns({ atOnce: AT_ONCE, atOnceOfOne: AT_ONCE_OF_ONE, maxWaiting: MAX_WAITING });

/** One picture of a kind that everybody sees: of a person, an organization, an emoji. */
export interface MadePicture extends AsyncDisposable {
  /** The picture in its form: the file to store. */
  path: string;
  contentType: 'image/png' | 'image/webp';
  /** A still of an animated one, as PNG. */
  stillPath: string | undefined;
}

/**
 * Makes a small picture that is shown beside names and texts: checked, limited, without metadata, in the given size.
 * An animated one stays animated (as WebP), and has a still beside it. Take this, store both files, then dispose of it.
 * @throws {BadPicture}; {TooManyWaiting}
 */
export async function makePicture(
  owner: TurnOwner,
  file: Pick<SpooledFile, 'path'>,
  { width, height, fit }: Pick<PictureForm, 'width' | 'height' | 'fit'>,
): Promise<MadePicture> {
  const { frames } = await readPictureFacts(file.path);
  const still = await resizePicture(owner, file.path, { width, height, fit, format: 'png', animated: false });
  const files = [still];
  const dispose = async () => {
    for (const made of files) await rm(made, { force: true });
  };
  if (frames === 1)
    return { path: still, contentType: 'image/png', stillPath: undefined, [Symbol.asyncDispose]: dispose };
  try {
    const moving = await resizePicture(owner, file.path, { width, height, fit, format: 'webp', animated: true });
    files.push(moving);
    return { path: moving, contentType: 'image/webp', stillPath: still, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
