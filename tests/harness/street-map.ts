import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

/** Object in a layer of a street map: a line or an area through places (longitude and latitude), and its properties. */
export interface StreetFeature {
  layer: string;
  type: 'Point' | 'LineString' | 'Polygon';
  places: readonly (readonly [number, number])[];
  tags: Readonly<Record<string, string>>;
}

/** West, south, east, north. */
type Box = readonly [number, number, number, number];

const EXTENT = 4096;
/** So far beyond its edges a tile holds what goes on there. */
const BUFFER = 64;
/** A file is longer than what readers take at first: a browser keeps that, and would ask for nothing more. */
const FILLER = Buffer.alloc(20_000);
const TYPES = { Point: 1, LineString: 2, Polygon: 3 };

/**
 * A file of vector tiles of one zoom (PMTiles, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md), in which every tile of a
 * box holds all that is given. Lines and edges go along the parallels and meridians: what reaches out of a tile is pressed to its edge.
 */
export function streetMap(features: readonly StreetFeature[], box: Box, zoom: number, attribution: string): Buffer {
  const [west, north] = tilePlace([box[0], box[3]], zoom).map(Math.floor);
  const [east, south] = tilePlace([box[2], box[1]], zoom).map(Math.floor);
  const tiles: { id: number; bytes: Buffer }[] = [];
  for (let x = west!; x <= east!; x++)
    for (let y = north!; y <= south!; y++)
      tiles.push({ id: zxyToTileId(zoom, x, y), bytes: gzipSync(vectorTile(features, zoom, x, y)) });
  tiles.sort((one, other) => one.id - other.id);
  const directory = gzipSync(
    Buffer.concat([
      varint(tiles.length),
      ...tiles.map(({ id }, index) => varint(id - (tiles[index - 1]?.id ?? 0))),
      ...tiles.map(() => varint(1)),
      ...tiles.map(({ bytes }) => varint(bytes.length)),
      // The first begins where the tiles do, each other one where the one before it ends.
      ...tiles.map((_, index) => varint(index === 0 ? 1 : 0)),
    ]),
  );
  const metadata = gzipSync(JSON.stringify({ attribution }));
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  return Buffer.concat([
    header({ directory, metadata, data }, tiles.length, box, zoom),
    directory,
    metadata,
    FILLER,
    data,
  ]);
}

function header(
  parts: { directory: Buffer; metadata: Buffer; data: Buffer },
  count: number,
  box: Box,
  zoom: number,
): Buffer {
  const head = Buffer.alloc(127);
  head.write('PMTiles', 'latin1');
  head[7] = 3;
  let at = head.length;
  const lay = (field: number, length: number) => {
    head.writeBigUInt64LE(BigInt(at), field);
    head.writeBigUInt64LE(BigInt(length), field + 8);
    at += length;
  };
  lay(8, parts.directory.length);
  lay(24, parts.metadata.length);
  lay(40, 0);
  at += FILLER.length;
  lay(56, parts.data.length);
  for (const field of [72, 80, 88]) head.writeBigUInt64LE(BigInt(count), field);
  const [clustered, gzip, vector] = [1, 2, 1];
  head.set([clustered, gzip, gzip, vector, zoom, zoom], 96);
  for (const [index, degrees] of box.entries()) head.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  head[118] = zoom;
  head.writeInt32LE(Math.round(((box[0] + box[2]) / 2) * 1e7), 119);
  head.writeInt32LE(Math.round(((box[1] + box[3]) / 2) * 1e7), 123);
  return head;
}

/** In tiles from the upper left corner of the world (Mercator). */
function tilePlace([lon, lat]: readonly [number, number], zoom: number): [number, number] {
  const radians = (lat * Math.PI) / 180;
  const size = 2 ** zoom;
  return [((lon + 180) / 360) * size, ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * size];
}

/** https://github.com/mapbox/vector-tile-spec/tree/master/2.1 */
export function vectorTile(features: readonly StreetFeature[], zoom: number, x: number, y: number): Buffer {
  const within = (at: number) => Math.min(EXTENT + BUFFER, Math.max(-BUFFER, Math.round(at * EXTENT)));
  const inTile = (place: readonly [number, number]) => {
    const [column, row] = tilePlace(place, zoom);
    return [within(column - x), within(row - y)] as const;
  };
  const layers = Map.groupBy(features, ({ layer }) => layer);
  return Buffer.concat(
    [...layers].map(([name, all]) => {
      const words = [...new Set(all.flatMap(({ tags }) => Object.entries(tags).flat()))];
      const encoded = all.map(({ type, places, tags }) => {
        const pairs = Object.entries(tags).flatMap((pair) => pair.map((word) => words.indexOf(word)));
        const geometry = commands(type, places.map(inTile));
        return field(
          2,
          Buffer.concat([field(2, packed(pairs)), varint(24), varint(TYPES[type]), field(4, packed(geometry))]),
        );
      });
      const [version, extent] = [Buffer.concat([varint(120), varint(2)]), Buffer.concat([varint(40), varint(EXTENT)])];
      const keys = words.map((word) => field(3, Buffer.from(word)));
      const values = words.map((word) => field(4, field(1, Buffer.from(word))));
      return field(3, Buffer.concat([version, field(1, Buffer.from(name)), ...encoded, ...keys, ...values, extent]));
    }),
  );
}

/** Moves to the first place, draws lines to the others and, of an area, closes it. */
function commands(type: StreetFeature['type'], places: readonly (readonly [number, number])[]): number[] {
  const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
  const steps = places.map(([x, y], index) => {
    const [fromX, fromY] = places[index - 1] ?? [0, 0];
    return [zigzag(x - fromX), zigzag(y - fromY)];
  });
  const [first, ...others] = steps;
  const lines = others.length > 0 ? [(others.length << 3) | 2, ...others.flat()] : [];
  return [(1 << 3) | 1, ...first!, ...lines, ...(type === 'Polygon' ? [(1 << 3) | 7] : [])];
}

function varint(value: number): Buffer {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

const packed = (values: readonly number[]) => Buffer.concat(values.map(varint));

/** Bytes of a known length, under a number. */
const field = (number: number, bytes: Buffer) => Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
