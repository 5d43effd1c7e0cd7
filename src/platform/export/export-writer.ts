import type { Readable } from 'node:stream';
import type { PlainReader } from '../db/reader.ts';
import type { Table } from '../db/tables.ts';
import { METADATA, ORIGINAL, objectKey } from '../files/files.ts';
import { fileStore } from '../files/open-store.ts';
import { BadFileName, safeFileName } from '../files/safe-name.ts';
import { MissingObject } from '../files/store.ts';
import { STILL } from '../files/store-picture.ts';
import { PackedFile } from '../packing/packed-file.ts';
import type { Services } from '../services.ts';
import { FileList, type ListedFile } from './file-list.ts';
import { closeRows, fetchRows, openRows, type Selection, type WrittenRow } from './queries.ts';
import { leftOutOf } from './secret-columns.ts';

/** Bytes of lines that one entry of the archive has at most, but for its last line; they are in memory together. */
const PIECE_BYTES = 8 * 2 ** 20;
/** Rows of one statement at most, and bytes that they should not be more than by the largest one before them. */
const MAX_ROWS = 500;
const FEW_ROWS = 10;
const PAGE_BYTES = 2 ** 20;

/** Version of the export format. */
export const EXPORT_FORM = 1;

/** A sentence for the operator. */
export class ExportError extends Error {
  override name = 'ExportError';
  /** Printed without a stack. */
  readonly expected = true;
}

/** Numbers of exported and omitted objects. */
export interface ExportCounts {
  rows: number;
  files: number;
  /** Files that the store has lost, or that were deleted while the export was written. */
  missing: number;
}

/**
 * Writes rows and files of one organization into one file: `export.json` says what it is, `data/TABLE.ndjson` (and
 * `data/TABLE.2.ndjson` …) has the rows, a JSON object a line, `files/` what belongs to them, and `contents.json` at the end says of
 * every table how many rows there are, or why none, and which files were not there any more. The rows come first, of one snapshot, which
 * keeps the database from tidying up as long as it is held; files are copied when it has ended. Needs no more memory for millions of
 * rows than for a thousand.
 */
export class ExportWriter implements AsyncDisposable {
  readonly #packed: PackedFile;
  readonly #list: FileList;
  readonly #services: Services;
  readonly #organizationId: string;
  /** Names of those that other rows may name too, by their IDs. */
  readonly #names = new Map<string, string>();
  #fileCount = 0;
  readonly #missing: string[] = [];
  readonly #contents: Record<string, { rows: number } | { left_out: string }> = {};
  #rows = 0;

  private constructor(packed: PackedFile, list: FileList, services: Services, organizationId: string) {
    this.#packed = packed;
    this.#list = list;
    this.#services = services;
    this.#organizationId = organizationId;
  }

  /** @throws {ExportError} when there is something of that name, or no such folder */
  static async create(file: string, services: Services, organizationId: string): Promise<ExportWriter> {
    const packed = await PackedFile.create(file, { noun: 'export', error: ExportError });
    try {
      return new ExportWriter(packed, await FileList.create(services), services, organizationId);
    } catch (error) {
      await packed[Symbol.asyncDispose]();
      throw error;
    }
  }

  get counts(): ExportCounts {
    return { rows: this.#rows, files: this.#fileCount, missing: this.#missing.length };
  }

  async addHeader(header: object): Promise<void> {
    await this.#packed.addText('export.json', `${JSON.stringify(header, undefined, 2)}\n`);
  }

  /** Says why nothing of a table is written. */
  leaveOut(table: string, reason: string): void {
    this.#contents[table] = { left_out: reason };
  }

  /** @param reader of one snapshot */
  async addTable(reader: PlainReader, table: Table, selections: readonly Selection[]): Promise<void> {
    const leftOut = leftOutOf(table);
    let rows = 0;
    let pieces = 0;
    let lines: string[] = [];
    let bytes = 0;
    const endPiece = async () => {
      if (lines.length === 0) return;
      pieces++;
      await this.#packed.addText(`data/${table.name}${pieces === 1 ? '' : `.${pieces}`}.ndjson`, lines.join(''));
      lines = [];
      bytes = 0;
    };
    for (const selection of selections) {
      await openRows(reader, table, this.#organizationId, selection, leftOut);
      for await (const row of pagesOf(reader)) {
        const line = await this.#lineOf(row, selection);
        lines.push(line);
        bytes += line.length;
        rows++;
        if (bytes >= PIECE_BYTES) await endPiece();
      }
      await closeRows(reader);
    }
    await endPiece();
    this.#contents[table.name] = { rows };
    this.#rows += rows;
  }

  async #lineOf({ line, fileId, fileName, hasExif, hasStill }: WrittenRow, { file }: Selection): Promise<string> {
    if (!file) return `${line}\n`;
    const of = { file: fileId && (await this.#nameOf(fileId, fileName, file.isItsOwn)) };
    const exif = fileId !== null && hasExif ? { exif: await this.#listed(fileId, METADATA, METADATA) } : {};
    const still = fileId !== null && hasStill ? { still: await this.#listed(fileId, STILL, STILL) } : {};
    return `${line.slice(0, -1)}, ${JSON.stringify({ ...of, ...exif, ...still }).slice(1)}\n`;
  }

  /** Returns the name of a file in the archive. */
  async #nameOf(id: string, given: string | null, isItsOwn = false): Promise<string> {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = await this.#listed(id, ORIGINAL, safeName(given));
    if (!isItsOwn) this.#names.set(id, name);
    return name;
  }

  async #listed(id: string, object: string, called: string): Promise<string> {
    const name = `files/${id}/${called}`;
    await this.#list.add({ id, object, name });
    return name;
  }

  /** Copies the files of the rows, when the snapshot has ended that these came from. */
  async addFiles(): Promise<void> {
    for await (const file of this.#list.read()) {
      if (await this.#addFile(file)) this.#fileCount++;
      else this.#missing.push(file.name);
    }
  }

  /** @returns false when the store has it no more */
  async #addFile({ id, object, name }: ListedFile): Promise<boolean> {
    const store = fileStore(this.#services);
    const key = objectKey({ organizationId: this.#organizationId, id }, object);
    const found = await store.stat(key);
    let content: Readable | undefined;
    try {
      content = found && (await store.read(key));
    } catch (error) {
      if (!(error instanceof MissingObject)) throw error;
    }
    if (!content) return false;
    await this.#packed.add(name, found!.size, content);
    return true;
  }

  /** Ends it: only now there is a file of its name. */
  async finish(): Promise<void> {
    const contents = { ...this.#contents, ...(this.#missing.length > 0 ? { missing_files: this.#missing } : {}) };
    await this.#packed.addText('contents.json', `${JSON.stringify(contents, undefined, 2)}\n`);
    await this.#packed.finish();
  }

  /** Removes what is not finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#list[Symbol.asyncDispose]();
    await this.#packed[Symbol.asyncDispose]();
  }
}

/** The rows of the open cursor, fewer at a time where they are large. */
async function* pagesOf(reader: PlainReader): AsyncGenerator<WrittenRow> {
  for (let limit = FEW_ROWS; ; ) {
    const page = await fetchRows(reader, limit);
    yield* page;
    if (page.length < limit) return;
    const largest = Math.max(...page.map(({ line }) => line.length));
    limit = Math.max(1, Math.min(MAX_ROWS, 2 * limit, Math.floor(PAGE_BYTES / largest)));
  }
}

function safeName(given: string | null): string {
  try {
    return safeFileName(given ?? '');
  } catch (error) {
    if (error instanceof BadFileName) return 'file';
    throw error;
  }
}
