import { createHash } from 'node:crypto';
import type { Table } from '../../platform/db/tables.ts';
import type { NumberedColumn } from '../../platform/export/access.ts';
import { EXPORT_FORM } from '../../platform/export/export-writer.ts';
import { exportedColumns, whyLeftOut } from '../../platform/export/exported-tables.ts';
import type { ImportReportRow } from '../../platform/imports/import-run.ts';
import { ArchiveError, fromTop, type ImportArchive, shown } from '../archive/archive.ts';
import { isObject, type JsonObject, objectOf } from '../json.ts';
import { readLines } from '../lines.ts';
import { Report } from '../report.ts';
import { CHANGED, FIRST, STAYS, TAKEN_NUMBERS } from './choices.ts';

/** Bytes of `export.json` and `contents.json`; the second one names every file that was missing. */
const MAX_HEADER = 64 * 2 ** 20;
/** IDs of an export: behind a larger one, an installation would run out of numbers that JavaScript has. */
const MAX_NUMBER = 1e12;
/** Members of a line of `platform.files` that name files of the archive, and the objects that they become. */
const OBJECTS = { file: 'original', exif: 'metadata.exif', still: 'still.png' } as const;

/** A line of an export. */
export interface ExportedLine {
  table: Table;
  line: string;
}

/** An export of Hubbub that was read whole. */
export interface HubbubExport {
  /** SHA-256 of its rows, and of the names and sizes of its files. */
  digest: string;
  organization: { id: string; name: string };
  /** Lines of all tables, those that stay behind too. */
  total: number;
  /** Bytes of its files. */
  bytes: number;
  /** IDs of its files. */
  fileIds: ReadonlySet<string>;
  /** Proven e-mail addresses of its people, in lower case. */
  addresses: ReadonlySet<string>;
  /** The highest number of each sequence. */
  numbers: ReadonlyMap<string, number>;
  report: readonly ImportReportRow[];
  archive: ImportArchive;
  /** Names of the files in the archive. */
  files: ReadonlySet<string>;
  /** Yields lines in the order in which they are written, from the one after so many on. */
  lines(from: number): AsyncGenerator<ExportedLine>;
}

/** Tables of this server, and the columns that sequences number. */
export interface Catalog {
  tables: readonly Table[];
  numbered: readonly NumberedColumn[];
}

/**
 * Reads all of an export once and checks it. Types and references of rows are left to the database.
 * @throws {ArchiveError}
 */
export async function openExport(given: ImportArchive, catalog: Catalog): Promise<HubbubExport> {
  const archive = fromTop(given, 'export.json');
  for (const needed of ['export.json', 'contents.json'])
    if (!archive.files.includes(needed))
      throw new ArchiveError(`The archive has no ${needed}, so it is not an export of Hubbub.`);
  return new ExportReading(archive, catalog).read();
}

/** The objects of a file, as a row of `platform.files` names them. */
export function objectsOfRow(row: JsonObject): { object: string; name: string }[] {
  return Object.entries(OBJECTS).flatMap(([member, object]) => {
    const name = row[member];
    return typeof name === 'string' ? [{ object, name }] : [];
  });
}

class ExportReading {
  readonly #archive: ImportArchive;
  readonly #catalog: Catalog;
  readonly #hash = createHash('sha256');
  readonly #report = new Report();
  readonly #files: ReadonlySet<string>;
  readonly #numbers = new Map<string, number>();
  readonly #fileIds = new Set<string>();
  readonly #addresses = new Set<string>();
  #missing: ReadonlySet<string> = new Set();
  #bytes = 0;

  constructor(archive: ImportArchive, catalog: Catalog) {
    this.#archive = archive;
    this.#catalog = catalog;
    this.#files = new Set(archive.files);
  }

  async read(): Promise<HubbubExport> {
    const header = await this.#object('export.json');
    if (header.holds !== 'organization')
      throw new ArchiveError('The archive holds the data of one person. Import an export of a whole organization.');
    if (header.form !== EXPORT_FORM)
      throw new ArchiveError('The export is of another version of Hubbub. Upgrade the older of both servers first.');
    const { id, name } = objectOf(header.organization);
    if (typeof id !== 'string' || !/^[A-Za-z0-9]{24}$/.test(id) || typeof name !== 'string')
      throw new ArchiveError('export.json names no organization.');
    const contents = await this.#object('contents.json');
    const { missing_files: missing, ...counts } = contents;
    this.#missing = new Set(Array.isArray(missing) ? missing.map(String) : []);
    const tables = this.#tablesOf(counts);
    let total = 0;
    for (const { table, rows } of tables) total += await this.#readTable(table, rows, id);
    this.#checkNames(tables);
    return {
      digest: this.#hash.digest('hex'),
      organization: { id, name },
      total,
      bytes: this.#bytes,
      fileIds: this.#fileIds,
      addresses: this.#addresses,
      numbers: this.#numbers,
      report: this.#report.rows,
      archive: this.#archive,
      files: this.#files,
      lines: (from) => this.#lines(tables, from),
    };
  }

  async #object(file: string): Promise<JsonObject> {
    let value: unknown;
    try {
      value = JSON.parse((await this.#archive.read(file, MAX_HEADER)).toString('utf8'));
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      throw new ArchiveError(`${file} is not valid JSON.`);
    }
    if (!isObject(value)) throw new ArchiveError(`${file} must be an object.`);
    return value;
  }

  /** Tables of the export in the order in which they are written, those first that others refer to. */
  #tablesOf(counts: JsonObject): { table: Table; rows: number }[] {
    const known = new Map(this.#catalog.tables.map((table) => [table.name, table]));
    const found = new Map<string, { table: Table; rows: number }>();
    for (const [name, each] of Object.entries(counts)) {
      const { rows, left_out: reason } = objectOf(each);
      if (typeof reason === 'string') continue;
      const table = known.get(name);
      if (!table)
        throw new ArchiveError(`The export has the table ${shown(name)}, unknown here. Upgrade this server first.`);
      // Also those that no organization has: their rows are the whole server's.
      if (whyLeftOut(table) !== undefined)
        throw new ArchiveError(`No export has rows of ${name}. Import an archive as org export has written it.`);
      if (typeof rows !== 'number' || !Number.isSafeInteger(rows) || rows < 0)
        throw new ArchiveError(`contents.json does not say how many rows ${name} has.`);
      found.set(name, { table, rows });
    }
    for (const table of this.#catalog.tables)
      if (whyLeftOut(table) === undefined && !found.has(table.name))
        throw new ArchiveError(`The export has no ${table.name}. Upgrade the old server, then export again.`);
    for (const name of FIRST)
      if (found.get(name)?.rows !== 1) throw new ArchiveError(`The export must have one row of ${name}.`);
    const ordered: { table: Table; rows: number }[] = [];
    const add = (name: string) => {
      const each = found.get(name);
      if (!each) return;
      found.delete(name);
      for (const other of each.table.refersTo) add(other);
      ordered.push(each);
    };
    for (const name of [...FIRST, ...[...found.keys()].sort()]) add(name);
    return ordered;
  }

  #pieces(name: string): string[] {
    const pieces: string[] = [];
    for (let n = 1; ; n++) {
      const file = `data/${name}${n === 1 ? '' : `.${n}`}.ndjson`;
      if (!this.#files.has(file)) return pieces;
      pieces.push(file);
    }
  }

  /** Reads the rows of a table. @returns how many there are */
  async #readTable(table: Table, rows: number, organizationId: string): Promise<number> {
    const columns = new Set(exportedColumns(table));
    const numbered = [...this.#catalog.numbered, ...TAKEN_NUMBERS].filter((each) => each.table === table.name);
    let count = 0;
    for (const file of this.#pieces(table.name)) {
      this.#hash.update(file).update('\0');
      for await (const line of readLines(this.#archive, file, (bytes) => this.#hash.update(bytes))) {
        count++;
        const row = this.#row(file, count, line);
        if (table.name === 'platform.files') await this.#noteFile(row);
        if (table.name === 'platform.people' && typeof row.email_verified_at === 'string')
          this.#addresses.add(String(row.email_key));
        if (table.name === 'platform.organizations' && row.id !== organizationId)
          throw new ArchiveError('export.json names another organization than its rows.');
        if (table.name === 'platform.organizations' && row.importing_since)
          throw new ArchiveError(
            'The organization was being imported itself when it was exported. End that import on the old server, then export again.',
          );
        for (const name of Object.keys(row))
          if (!columns.has(name))
            throw new ArchiveError(`${file} has the column ${shown(name)}, unknown here. Upgrade this server first.`);
        for (const name of columns)
          if (!(name in row))
            throw new ArchiveError(`${file} has no column ${shown(name)}. Upgrade the old server, then export again.`);
        for (const { column, sequence } of numbered) this.#noteNumber(file, sequence, row[column]);
      }
    }
    if (count !== rows)
      throw new ArchiveError(`The archive has ${count} rows of ${table.name}; contents.json says ${rows}.`);
    this.#reportTable(table.name, count);
    return count;
  }

  #row(file: string, number: number, line: string): JsonObject {
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      throw new ArchiveError(`Line ${number} of ${file} is not valid JSON.`);
    }
    if (!isObject(row)) throw new ArchiveError(`Line ${number} of ${file} must be an object.`);
    return row;
  }

  /** Takes the names of files out of a row of `platform.files`. */
  async #noteFile(row: JsonObject): Promise<void> {
    const { id } = row;
    if (typeof id !== 'string' || !/^[A-Za-z0-9]{24}$/.test(id))
      throw new ArchiveError('A row of platform.files has no valid id.');
    this.#fileIds.add(id);
    for (const { name } of objectsOfRow(row)) {
      if (!name.startsWith(`files/${id}/`))
        throw new ArchiveError(`The file ${shown(name)} does not belong to its row in platform.files.`);
      if (this.#files.has(name)) {
        const size = await this.#archive.sizeOf(name);
        this.#bytes += size;
        this.#hash.update(`${name}\0${size}\0`);
        this.#report.add('files', 'comes');
      } else if (this.#missing.has(name))
        this.#report.add('files', 'stays', 'The old server had lost them, or they were deleted during the export.');
      else throw new ArchiveError(`The file ${shown(name)} is missing.`);
    }
    for (const member of Object.keys(OBJECTS)) delete row[member];
  }

  #noteNumber(file: string, sequence: string, value: unknown): void {
    if (value === null || value === undefined) return;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > MAX_NUMBER)
      throw new ArchiveError(`${file} has the number ${shown(String(value))}, which cannot be an ID.`);
    this.#numbers.set(sequence, Math.max(value, this.#numbers.get(sequence) ?? 0));
  }

  #reportTable(name: string, count: number): void {
    if (count === 0) return;
    const [stays, changed] = [STAYS[name], CHANGED[name]];
    if (stays !== undefined) this.#report.add(name, 'stays', stays, count);
    else this.#report.add(name, changed === undefined ? 'comes' : 'changed', changed, count);
  }

  /** Rows of a table that `contents.json` does not name would be lost. */
  #checkNames(tables: readonly { table: Table }[]): void {
    const known = new Set(tables.flatMap(({ table }) => this.#pieces(table.name)));
    for (const file of this.#files)
      if (file.startsWith('data/') && !known.has(file))
        throw new ArchiveError(`contents.json does not name the rows in ${shown(file)}.`);
  }

  async *#lines(tables: readonly { table: Table; rows: number }[], from: number): AsyncGenerator<ExportedLine> {
    let before = 0;
    for (const { table, rows } of tables) {
      const skipped = Math.min(rows, Math.max(0, from - before));
      before += rows;
      if (skipped === rows) continue;
      let at = 0;
      for (const file of this.#pieces(table.name))
        for await (const line of readLines(this.#archive, file)) if (++at > skipped) yield { table, line };
    }
  }
}
