import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { plainAttribution } from '../../../rules/plain-attribution.ts';
import type { Config } from '../../platform/config.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import type { Location } from '../geography/location.ts';

/** West, south, east, north. */
export type Bounds = [number, number, number, number];

/** Header data of a map file. */
export interface MapFile {
  /** Its version: another content has another name. */
  name: string;
  size: number;
  minZoom: number;
  maxZoom: number;
  bounds: Bounds;
  center: Location;
  /** Plain text. */
  attribution: string;
}

/** A map file that is open, and what it is. */
export interface OpenMap extends AsyncDisposable {
  map: MapFile;
  handle: FileHandle;
}

// The first 16 KiB hold head and root directory, which say where every tile lies and how long it is.
const HEAD_BYTES = 16_384;
const HEADER_BYTES = 127;
const MAX_METADATA_BYTES = 1_000_000;
const GZIP = 2;

const known = perServices(() => ({ identity: '', map: undefined as MapFile | undefined }));

/** Returns the file that `map extract` writes, and that is used without a setting. */
export const ownMapFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'map.pmtiles');

/**
 * Opens the file of MAP_FILE, else our own; undefined without either, and when it is gone or no map any more. It may be replaced while the
 * program runs: it is read again when it is another one.
 */
export async function openMap(services: Services): Promise<OpenMap | undefined> {
  const { config } = services;
  const mapFile = config.mapFile ?? ownMapFile(config);
  let handle: FileHandle | undefined;
  try {
    handle = await open(mapFile);
    const { ino, size, mtimeMs } = await handle.stat();
    const cached = known(services);
    const identity = `${ino} ${size} ${mtimeMs}`;
    if (!cached.map || cached.identity !== identity) Object.assign(cached, { identity, map: await read(handle, size) });
    const opened = handle;
    return { map: cached.map!, handle, [Symbol.asyncDispose]: () => opened.close() };
  } catch (error) {
    await handle?.close();
    const isUnset = config.mapFile === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isUnset) services.log.warn({ err: error }, 'the street map cannot be read; maps show outlines only');
    return undefined;
  }
}

/** Returns the street map, if there is one. */
export async function readMap(services: Services): Promise<MapFile | undefined> {
  await using opened = await openMap(services);
  return opened?.map;
}

/** @throws when it is no map */
async function read(handle: FileHandle, size: number): Promise<MapFile> {
  const head = await readPart(handle, 0, Math.min(size, HEAD_BYTES));
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, 7) !== 'PMTiles' || head[7] !== 3 || head[99] !== 1)
    throw new Error('not a PMTiles file (version 3) of vector tiles');
  const degrees = (at: number) => head.readInt32LE(at) / 1e7;
  const metadata = await readMetadata(handle, head);
  return {
    name: createHash('sha256').update(head).update(metadata).update(String(size)).digest('hex').slice(0, 16),
    size,
    minZoom: head[100]!,
    maxZoom: head[101]!,
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
    center: [degrees(119), degrees(123)],
    attribution: attributionOf(metadata),
  };
}

/** JSON; empty when it is too long, or packed in a way that is not read here. */
async function readMetadata(handle: FileHandle, head: Buffer): Promise<string> {
  const length = Number(head.readBigUInt64LE(32));
  if (length === 0 || length > MAX_METADATA_BYTES) return '';
  const packed = await readPart(handle, Number(head.readBigUInt64LE(24)), length);
  if (head[97] !== GZIP) return packed.toString('utf8');
  const options = { maxOutputLength: MAX_METADATA_BYTES };
  return (await promisify<Buffer, typeof options, Buffer>(gunzip)(packed, options)).toString('utf8');
}

function attributionOf(metadata: string): string {
  try {
    const { attribution } = JSON.parse(metadata) as { attribution?: unknown };
    return typeof attribution === 'string' ? plainAttribution(attribution) : '';
  } catch {
    return '';
  }
}

async function readPart(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
