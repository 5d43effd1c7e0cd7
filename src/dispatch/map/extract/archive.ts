import { gzipSync } from 'node:zlib';
import type { Entry } from 'pmtiles';
import type { DegreeBox } from '../../geocoding/layers/gazetteer-cities.ts';
import type { ExtractPlan } from './plan.ts';

const HEADER_BYTES = 127;
/** The first 16 KiB of a file hold its header and root directory. */
const MAX_ROOT_BYTES = 16_384 - HEADER_BYTES;
/** Entries of a leaf directory, if the root does not hold all. */
const LEAF_ENTRIES = 4096;

/**
 * Returns all of a map file that comes before its tiles (PMTiles version 3,
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
 * @param metadata packed with gzip
 */
export function headOf(plan: ExtractPlan, metadata: Uint8Array, box: DegreeBox): Buffer {
  const { root, leaves } = directoriesOf(plan.entries);
  const head = Buffer.alloc(HEADER_BYTES);
  head.write('PMTiles', 'latin1');
  head[7] = 3;
  let at = HEADER_BYTES;
  const lay = (field: number, length: number) => {
    head.writeBigUInt64LE(BigInt(at), field);
    head.writeBigUInt64LE(BigInt(length), field + 8);
    at += length;
  };
  lay(8, root.length);
  lay(24, metadata.length);
  lay(40, leaves.length);
  lay(56, plan.length);
  for (const [index, count] of [plan.tiles, plan.entries.length, plan.pieces.length].entries())
    head.writeBigUInt64LE(BigInt(count), 72 + 8 * index);
  const [clustered, gzip, vector] = [1, 2, 1];
  head.set([clustered, gzip, plan.header.tileCompression, vector, plan.minZoom, plan.maxZoom], 96);
  const degrees = (value: number, field: number) => head.writeInt32LE(Math.round(value * 1e7), field);
  for (const [index, value] of [box.west, box.south, box.east, box.north].entries()) degrees(value, 102 + 4 * index);
  head[118] = Math.min(plan.maxZoom, 12);
  degrees((box.west + box.east) / 2, 119);
  degrees((box.south + box.north) / 2, 123);
  return Buffer.concat([head, root, metadata, leaves]);
}

/** Packs entries into the root, or into leaves that the root names. */
function directoriesOf(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const root = directory(entries);
  if (root.length <= MAX_ROOT_BYTES) return { root, leaves: Buffer.alloc(0) };
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const leaves: Buffer[] = [];
    const named: Entry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const leaf = directory(entries.slice(from, from + size));
      named.push({ tileId: entries[from]!.tileId, offset, length: leaf.length, runLength: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const above = directory(named);
    if (above.length <= MAX_ROOT_BYTES) return { root: above, leaves: Buffer.concat(leaves) };
  }
}

function directory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ tileId }, index) => tileId - (entries[index - 1]?.tileId ?? 0)),
    ...entries.map(({ runLength }) => runLength),
    ...entries.map(({ length }) => length),
    // 0: where the one before it ends.
    ...entries.map(({ offset }, index) => {
      const before = entries[index - 1];
      return before && offset === before.offset + before.length ? 0 : offset + 1;
    }),
  ];
  return gzipSync(varints(numbers));
}

function varints(numbers: readonly number[]): Uint8Array {
  // A number below 2^53 takes eight bytes at most.
  const bytes = new Uint8Array(numbers.length * 8);
  let at = 0;
  for (let number of numbers) {
    for (; number >= 128; number = Math.floor(number / 128)) bytes[at++] = (number % 128) + 128;
    bytes[at++] = number;
  }
  return bytes.subarray(0, at);
}
