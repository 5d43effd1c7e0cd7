import { createInterface } from 'node:readline';
import { afterBulkChange } from '../../../platform/jobs/analyze-tables.ts';
import type { Services } from '../../../platform/services.ts';
import { deletePointsBefore, insertPoints } from '../queries.ts';
import { openSource } from './open-source.ts';
import { type ImportedPoint, type LineReader, lineReader, UnknownFormatError } from './point-files.ts';

/** Rows of one statement and one commit: memory stays the same however large the file. */
const BATCH = 5000;

export interface ImportOptions {
  /** ISO 3166-1 code of the rows that do not name theirs. */
  country?: string;
  /** Called after each batch with the rows so far. */
  progress?: (imported: number) => void;
}

export interface ImportResult {
  source: string;
  imported: number;
  /** Lines without a usable point. */
  skipped: number;
}

/**
 * Imports a file of open address data, for all organizations: OpenAddresses or GeoNames postal codes, also packed and of
 * another machine. A file of the same name replaces what was imported from it before, once all of it is in.
 * @throws {UnknownFormatError} when it is in no known form
 */
export async function importPoints(services: Services, file: string, options: ImportOptions): Promise<ImportResult> {
  const { name: source, input } = await openSource(file);
  const result: ImportResult = { source, imported: 0, skipped: 0 };
  let read: LineReader | undefined;
  let firstId: number | undefined;
  let batch: ImportedPoint[] = [];
  const save = async () => {
    const id = await services.database.transaction((tx) => insertPoints(tx, source, batch));
    firstId ??= id;
    result.imported += batch.length;
    batch = [];
    options.progress?.(result.imported);
  };
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const text = line.replace(/^\ufeff/, '');
    if (text.trim() === '') continue;
    if (!read) {
      const form = lineReader(text, options.country);
      read = form.read;
      if (form.hasHeader) continue;
    }
    const point = read(text);
    if (point) batch.push(point);
    else result.skipped++;
    if (batch.length >= BATCH) await save();
  }
  if (!read) throw new UnknownFormatError('The file is empty');
  if (batch.length > 0) await save();
  if (firstId !== undefined) {
    const before = firstId;
    await services.database.transaction(async (tx) => {
      await deletePointsBefore(tx, source, before);
      afterBulkChange(tx, result.imported, 'dispatch.address_points');
    });
  }
  return result;
}
