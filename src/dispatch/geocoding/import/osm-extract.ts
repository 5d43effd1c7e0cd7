import { createReadStream } from 'node:fs';
import { pipeline, type TransformCallback } from 'node:stream';
import { OSMTransform } from 'osm-pbf-parser-node';
import { countryCode } from '../query/countries.ts';
import { NodePlaces } from './node-places.ts';
import { type ImportedPoint, toPoint, UnknownFormatError } from './point-files.ts';

// https://wiki.openstreetmap.org/wiki/Key:addr:*
const TAGS = ['housenumber', 'street', 'place', 'city', 'postcode', 'province', 'state', 'country', 'unit'].map(
  (name) => `addr:${name}`,
);

type Tags = Partial<Record<string, string>>;

type Item =
  | { type: 'node'; id: number; lon: number; lat: number; tags?: Tags }
  | { type: 'way'; refs: number[]; tags?: Tags }
  | { type: 'relation'; tags?: Tags };

/** Whether a file is an extract of OpenStreetMap by its name. */
export const isOsmExtract = (name: string): boolean => /\.pbf$/i.test(name);

/**
 * The addresses of an OpenStreetMap extract as it is published (https://wiki.openstreetmap.org/wiki/PBF_Format), and
 * undefined for each address without a place. An address stands at a point or on a building's outline; an outline only
 * names points that come before it in the file, so the file is read three times, and memory holds 32 bytes for each
 * building that has an address. Buildings of several outlines (relations) have no place here.
 * @param country ISO 3166-1 code of the addresses that do not name theirs
 * @throws {UnknownFormatError} when it is no such file
 */
export async function* readOsmExtract(
  file: string,
  country: string | undefined,
): AsyncGenerator<ImportedPoint | undefined> {
  const corners = new NodePlaces();
  for await (const item of itemsOf(file)) {
    if (!item.tags?.['addr:housenumber']) continue;
    if (item.type === 'node') yield* pointsOf(item.tags, item.lon, item.lat, country);
    else if (item.type === 'way') for (const id of cornersOf(item.refs)) corners.want(id);
    else yield undefined;
  }
  if (corners.sort() === 0) return;
  for await (const item of itemsOf(file)) if (item.type === 'node') corners.put(item.id, item.lon, item.lat);
  for await (const item of itemsOf(file)) {
    if (item.type !== 'way' || !item.tags?.['addr:housenumber']) continue;
    const places = cornersOf(item.refs).flatMap((id) => corners.get(id) ?? []);
    const middle = (axis: 'lon' | 'lat') => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    if (places.length === 0) yield undefined;
    else yield* pointsOf(item.tags, middle('lon'), middle('lat'), country);
  }
}

/** Two opposite corners of an outline: the place of its building is between them. */
function cornersOf(refs: readonly number[]): number[] {
  return refs.length === 0 ? [] : [refs[0]!, refs[Math.floor(refs.length / 2)]!];
}

/** One point for each number: `12;14` are two houses. */
function* pointsOf(tags: Tags, lon: number, lat: number, country: string | undefined) {
  const fields = {
    street: tags['addr:street'] ?? tags['addr:place'],
    city: tags['addr:city'],
    postcode: tags['addr:postcode'],
    region: tags['addr:state'] ?? tags['addr:province'],
    unit: tags['addr:unit'],
  };
  const named = countryCode(tags['addr:country'] ?? '') ?? country;
  for (const number of tags['addr:housenumber']!.split(';')) yield toPoint({ ...fields, number }, lon, lat, named);
}

async function* itemsOf(file: string): AsyncGenerator<Item> {
  const extract = pipeline(createReadStream(file), new Extract(), () => {
    // The loop below throws what ended the file too early.
  });
  for await (const items of extract as AsyncIterable<Item[]>) yield* items;
}

/** Tells its reader what is wrong with a file, where the parser would throw into whoever gave it the bytes. */
class Extract extends OSMTransform {
  constructor() {
    super({ withTags: { node: TAGS, way: TAGS, relation: TAGS } });
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, next: TransformCallback): void {
    this.#guard(next, () => super._transform(chunk, encoding, next));
  }

  override _flush(next: TransformCallback): void {
    this.#guard(next, () => super._flush(next));
  }

  #guard(next: TransformCallback, read: () => void): void {
    try {
      read();
    } catch (error) {
      const sentence = 'The file is not a readable OpenStreetMap extract: it is truncated or not compressed with zlib';
      next(new UnknownFormatError(sentence, { cause: error }));
    }
  }
}
