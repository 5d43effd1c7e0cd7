import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DegreeBox } from '../../geocoding/layers/gazetteer-cities.ts';
import { headOf } from './archive.ts';
import { type ExtractPlan, planExtract, type TilePiece } from './plan.ts';
import { type MapSource, openMapSource } from './source.ts';

/** Bytes between two pieces that are read with them: cheaper than another request. */
const MAX_GAP = 32_768;
/** Bytes of one request. */
const MAX_CHUNK = 4_194_304;
const MAX_METADATA_BYTES = 5_000_000;
const PLAIN = 1;

/** Pieces that one request reads. */
interface Chunk {
  offset: number;
  length: number;
  pieces: TilePiece[];
}

/** Result of an extract. */
export interface ExtractResult {
  file: string;
  tiles: number;
  bytes: number;
  minZoom: number;
  maxZoom: number;
  /** Bytes that an earlier, broken run had read already. */
  resumedAt: number;
}

interface ExtractOptions {
  from: string;
  box: DegreeBox;
  to: string;
  maxZoom: number;
  progress(bytes: number, of: number): void;
}

/**
 * Cuts an area out of a map file. What is read stands beside the result as `.part`; a run that broke goes on from there, if the
 * source is the same. The result takes its place at the end only.
 * @throws {Error} with a sentence for the operator
 */
export async function extractMap({ from, box, to, maxZoom, progress }: ExtractOptions): Promise<ExtractResult> {
  await using source = await openMapSource(from);
  const plan = await planExtract(source, box, maxZoom);
  const head = headOf(plan, await metadataOf(source, plan), box);
  const chunks = chunksOf(plan.pieces);
  const digest = createHash('sha256').update(head).update(source.version()).digest('hex');
  const [part, note] = [`${to}.part`, `${to}.part.json`];
  await mkdir(path.dirname(to), { recursive: true });
  const done = await chunksDone(note, part, digest);
  const read = (count: number) => chunks.slice(0, count).reduce((sum, { length }) => sum + length, 0);
  const [before, all] = [read(done), read(chunks.length)];
  const handle = await open(part, done > 0 ? 'r+' : 'w');
  try {
    if (done === 0) await handle.write(head, 0, head.length, 0);
    let bytes = before;
    for (const [index, chunk] of chunks.entries()) {
      if (index < done) continue;
      await copy(source, chunk, handle, head.length);
      await handle.datasync();
      await writeFile(note, JSON.stringify({ digest, done: index + 1 }));
      bytes += chunk.length;
      progress(bytes, all);
    }
  } finally {
    await handle.close();
  }
  await rename(part, to);
  await rm(note, { force: true });
  const { tiles, minZoom } = plan;
  return { file: to, tiles, bytes: head.length + plan.length, minZoom, maxZoom: plan.maxZoom, resumedAt: before };
}

async function metadataOf(source: MapSource, { header }: ExtractPlan): Promise<Uint8Array> {
  const { jsonMetadataOffset: offset, jsonMetadataLength: length } = header;
  if (length === 0) return gzipSync('{}');
  if (length > MAX_METADATA_BYTES) throw new Error(`${source.getKey()} is damaged: its description is too long.`);
  const { data } = await source.getBytes(offset, length);
  return header.internalCompression === PLAIN ? gzipSync(new Uint8Array(data)) : new Uint8Array(data);
}

function chunksOf(pieces: readonly TilePiece[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const piece of pieces.toSorted((one, other) => one.offset - other.offset)) {
    const last = chunks.at(-1);
    const end = piece.offset + piece.length;
    if (last && piece.offset - (last.offset + last.length) <= MAX_GAP && end - last.offset <= MAX_CHUNK) {
      last.pieces.push(piece);
      last.length = Math.max(last.length, end - last.offset);
    } else chunks.push({ offset: piece.offset, length: piece.length, pieces: [piece] });
  }
  return chunks;
}

/** Returns how many chunks an earlier run of the same extract has written; 0 without one. */
async function chunksDone(note: string, part: string, digest: string): Promise<number> {
  try {
    const known = JSON.parse(await readFile(note, 'utf8')) as { digest?: unknown; done?: unknown };
    await (await open(part, 'r+')).close();
    return known.digest === digest && Number.isSafeInteger(known.done) ? (known.done as number) : 0;
  } catch {
    return 0;
  }
}

async function copy(
  source: MapSource,
  { offset, length, pieces }: Chunk,
  to: FileHandle,
  start: number,
): Promise<void> {
  const { data } = await source.getBytes(offset, length);
  if (data.byteLength !== length) throw new Error(`${source.getKey()} ends too early.`);
  for (const piece of pieces) {
    const bytes = new Uint8Array(data, piece.offset - offset, piece.length);
    await to.write(bytes, 0, bytes.length, start + piece.to);
  }
}
