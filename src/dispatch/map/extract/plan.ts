import { type Entry, type Header, SharedPromiseCache, zxyToTileId } from 'pmtiles';
import type { DegreeBox } from '../../geocoding/layers/gazetteer-cities.ts';
import type { MapSource } from './source.ts';

/** More tiles are not cut out at once: it is a country of the size of Germany with every street. */
const MAX_TILES = 2_000_000;
/** Directories lie in directories at most so deep. */
const MAX_DEPTH = 3;

/** A part of the source's tiles and its place among those that are cut out. */
export interface TilePiece {
  offset: number;
  length: number;
  to: number;
}

/** Tiles that are cut out of a map file, and their places in the new one. */
export interface ExtractPlan {
  header: Header;
  minZoom: number;
  maxZoom: number;
  /** Directory of the new file. */
  entries: Entry[];
  /** Contents, each once, in the order of their places. */
  pieces: TilePiece[];
  /** Number of tiles with content. */
  tiles: number;
  /** Length of all contents. */
  length: number;
}

/**
 * Reads the directories of a map file as far as they concern an area.
 * @throws {Error} with a sentence for the operator
 */
export async function planExtract(source: MapSource, box: DegreeBox, maxZoom: number): Promise<ExtractPlan> {
  const cache = new SharedPromiseCache(1000);
  const header = await headerOf(cache, source);
  const zooms = { minZoom: header.minZoom, maxZoom: Math.min(header.maxZoom, maxZoom) };
  const wanted = tilesOf(box, zooms.minZoom, zooms.maxZoom);
  const plan: ExtractPlan = { header, ...zooms, entries: [], pieces: [], tiles: 0, length: 0 };
  const places = new Map<number, number>();
  const take = (tileId: number, { offset, length }: Entry) => {
    let to = places.get(offset);
    if (to === undefined) {
      to = plan.length;
      places.set(offset, to);
      plan.pieces.push({ offset: header.tileDataOffset + offset, length, to });
      plan.length += length;
    }
    plan.tiles++;
    const last = plan.entries.at(-1);
    if (last && last.offset === to && last.tileId + last.runLength === tileId) last.runLength++;
    else plan.entries.push({ tileId, offset: to, length, runLength: 1 });
  };
  const walk = async (offset: number, length: number, end: number, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) throw new Error(`${source.getKey()} is damaged: its directories have no end.`);
    const entries = await cache.getDirectory(source, offset, length, header);
    for (const [index, entry] of entries.entries()) {
      const { tileId, runLength } = entry;
      const until = runLength > 0 ? tileId + runLength : (entries[index + 1]?.tileId ?? end);
      const from = firstAtLeast(wanted, tileId);
      if (from === wanted.length || wanted[from]! >= until) continue;
      if (runLength === 0) await walk(header.leafDirectoryOffset + entry.offset, entry.length, until, depth + 1);
      else for (let at = from; at < wanted.length && wanted[at]! < until; at++) take(wanted[at]!, entry);
    }
  };
  await walk(header.rootDirectoryOffset, header.rootDirectoryLength, Number.POSITIVE_INFINITY, 0);
  if (plan.tiles === 0) throw new Error(`${source.getKey()} has nothing in this area.`);
  return plan;
}

const [VECTOR, PLAIN, GZIP] = [1, 1, 2];

async function headerOf(cache: SharedPromiseCache, source: MapSource): Promise<Header> {
  const header = await cache.getHeader(source).catch((error: Error) => {
    throw error instanceof RangeError || /^(Wrong magic|Archive is)/.test(error.message)
      ? new Error(`${source.getKey()} is not a PMTiles file (version 3).`)
      : error;
  });
  if (header.tileType !== VECTOR) throw new Error(`${source.getKey()} has pictures, not vector tiles.`);
  if (header.internalCompression !== GZIP && header.internalCompression !== PLAIN)
    throw new Error(`${source.getKey()} is packed in a form that cannot be read here. Use one packed with gzip.`);
  return header;
}

/** Returns the IDs of the tiles of an area, sorted. */
function tilesOf({ west, south, east, north }: DegreeBox, minZoom: number, maxZoom: number): Float64Array {
  const spans = Array.from({ length: Math.max(0, maxZoom - minZoom + 1) }, (_, index) => {
    const z = minZoom + index;
    const most = 2 ** z - 1;
    const column = (lon: number) => Math.min(most, Math.floor(((lon + 180) / 360) * 2 ** z));
    const row = (lat: number) => {
      const place = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;
      return Math.max(0, Math.min(most, Math.floor(place)));
    };
    return { z, from: column(west), to: column(east), top: row(north), bottom: row(south) };
  });
  const count = spans.reduce((sum, { from, to, top, bottom }) => sum + (to - from + 1) * (bottom - top + 1), 0);
  if (count > MAX_TILES)
    throw new Error(
      `The area has ${count} tiles, more than the ${MAX_TILES} that are cut out at once. Choose a smaller area or a lower --max-zoom.`,
    );
  const ids = new Float64Array(count);
  let at = 0;
  for (const { z, from, to, top, bottom } of spans)
    for (let x = from; x <= to; x++) for (let y = top; y <= bottom; y++) ids[at++] = zxyToTileId(z, x, y);
  return ids.sort();
}

/** Returns the index of the first number that is not below another; the length if there is none. */
function firstAtLeast(sorted: Float64Array, number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
