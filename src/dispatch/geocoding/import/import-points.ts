import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterBulkChange } from '../../../platform/jobs/analyze-tables.ts';
import type { Services } from '../../../platform/services.ts';
import { deletePointsBefore, insertPoints } from '../queries.ts';
import { openSource, type Source } from './open-source.ts';
import { isOsmExtract, readOsmExtract } from './osm-extract.ts';
import { type ImportedPoint, type LineReader, lineReader, UnknownFormatError } from './point-files.ts';

/** Rows of one statement and one commit: memory stays the same however large the file. */
const BATCH = 5000;

export interface ImportOptions {
  /** ISO 3166-1 code of the rows that do not name theirs. */
  country?: string;
  /** Under what it is imported, in the place of the file's name. */
  name?: string;
  /** Called after each batch with the rows so far. */
  progress?: (imported: number) => void;
}

export interface ImportResult {
  source: string;
  imported: number;
  /** Lines, or addresses of an extract, without a usable point. */
  skipped: number;
}

/**
 * Imports a file of open address data of this machine, for all organizations: OpenAddresses, postal codes or towns of
 * GeoNames, also packed, or an OpenStreetMap extract. What has the same name replaces what was imported from it before, once all of it is in.
 * @throws {UnknownFormatError} when it is in no known form
 */
export async function importPoints(services: Services, file: string, options: ImportOptions): Promise<ImportResult> {
  const { name, points } = await openPoints(file, options.country);
  const result: ImportResult = { source: options.name ?? name, imported: 0, skipped: 0 };
  let firstId: number | undefined;
  let batch: ImportedPoint[] = [];
  const save = async () => {
    const id = await services.database.transaction((tx) => insertPoints(tx, result.source, batch));
    firstId ??= id;
    result.imported += batch.length;
    batch = [];
    options.progress?.(result.imported);
  };
  for await (const point of points) {
    if (point) batch.push(point);
    else result.skipped++;
    if (batch.length >= BATCH) await save();
  }
  if (batch.length > 0) await save();
  if (firstId !== undefined) {
    const before = firstId;
    await services.database.transaction(async (tx) => {
      await deletePointsBefore(tx, result.source, before);
      afterBulkChange(tx, result.imported, 'dispatch.address_points');
    });
  }
  return result;
}

async function openPoints(file: string, country: string | undefined) {
  if (/^[a-z]+:\/\//i.test(file))
    throw new UnknownFormatError('geo import only reads local files. Download the file first');
  if (isOsmExtract(file)) return { name: path.basename(file), points: readOsmExtract(file, country) };
  const source = await openSource(file);
  return { name: source.name, points: pointsOf(source, country) };
}

/** The points of a source, and undefined for each line without a usable one. Of several files, those in no known form are passed over. */
async function* pointsOf(source: Source, country: string | undefined): AsyncGenerator<ImportedPoint | undefined> {
  let unknown: UnknownFormatError | undefined;
  let isAnyKnown = false;
  for await (const part of source.parts) {
    try {
      for await (const point of linePoints(part.input, country ?? part.country)) {
        isAnyKnown = true;
        yield point;
      }
    } catch (error) {
      if (!(error instanceof UnknownFormatError)) throw error;
      unknown ??= error;
    }
  }
  if (!isAnyKnown) throw unknown ?? new UnknownFormatError('The file is empty');
}

async function* linePoints(input: Readable, country: string | undefined): AsyncGenerator<ImportedPoint | undefined> {
  let read: LineReader | undefined;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const text = line.replace(/^\ufeff/, '');
      if (text.trim() === '') continue;
      if (!read) {
        const form = lineReader(text, country);
        read = form.read;
        if (form.hasHeader) continue;
      }
      yield read(text);
    }
  } finally {
    input.destroy();
  }
}
