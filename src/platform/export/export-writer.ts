import type { Readable } from 'node:stream';
import type { Reader } from '../db/reader.ts';
import { ORIGINAL, objectKey } from '../files/files.ts';
import { fileStore } from '../files/open-store.ts';
import { BadFileName, safeFileName } from '../files/safe-name.ts';
import { MissingObject } from '../files/store.ts';
import { PackedFile } from '../packing/packed-file.ts';
import type { Services } from '../services.ts';
import { closeRows, fetchRows, openRows, type Selection, type TableRow, type WrittenRow } from './queries.ts';
import { SECRET_COLUMNS } from './secret-columns.ts';

/** Bytes of lines that one entry of the archive has at most, but for its last line; they are in memory together. */
const PIECE_BYTES = 8 * 2 ** 20;
/** Rows of one statement at most, and bytes that they should not be more than by the largest one before them. */
const MAX_ROWS = 500;
const FEW_ROWS = 10;
const PAGE_BYTES = 2 ** 20;

/** Of the form of exports. */
export const EXPORT_FORM = 1;

/** A sentence for the operator. */
export class ExportError extends Error {
  override name = 'ExportError';
  /** Printed without a stack. */
  readonly expected = true;
}

/** What an export holds, or does not. */
export interface ExportCounts {
  rows: number;
  files: number;
  /** Files that the store has lost. */
  missing: number;
}

/**
 * Writes rows and files of one organization into one file: `export.json` says what it is, `data/TABLE.ndjson` (and
 * `data/TABLE.2.ndjson` …) has the rows, a JSON object a line, `files/` what belongs to them, and `contents.json` at the end says of
 * every table how many rows there are, or why none. Needs no more memory for millions of rows than for a thousand.
 */
export class ExportWriter implements AsyncDisposable {
  readonly #packed: PackedFile;
  readonly #services: Services;
  readonly #organizationId: string;
  /** By their IDs, those that other rows may name too; null: the store has lost it. */
  readonly #files = new Map<string, string | null>();
  #fileCount = 0;
  #missing = 0;
  readonly #contents: Record<string, { rows: number } | { left_out: string }> = {};
  #rows = 0;

  private constructor(packed: PackedFile, services: Services, organizationId: string) {
    this.#packed = packed;
    this.#services = services;
    this.#organizationId = organizationId;
  }

  /** @throws {ExportError} when there is something of that name, or no such folder */
  static async create(file: string, services: Services, organizationId: string): Promise<ExportWriter> {
    const packed = await PackedFile.create(file, { noun: 'export', error: ExportError });
    return new ExportWriter(packed, services, organizationId);
  }

  get counts(): ExportCounts {
    return { rows: this.#rows, files: this.#fileCount, missing: this.#missing };
  }

  async addHeader(header: object): Promise<void> {
    await this.#packed.addText('export.json', `${JSON.stringify(header, undefined, 2)}\n`);
  }

  /** Says why nothing of a table is written. */
  leaveOut(table: string, reason: string): void {
    this.#contents[table] = { left_out: reason };
  }

  /** @param reader of one snapshot */
  async addTable(reader: Reader, table: TableRow, selections: readonly Selection[]): Promise<void> {
    const leftOut = [...table.byteColumns, ...(SECRET_COLUMNS[table.name] ?? [])];
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

  async #lineOf({ line, fileId, fileName }: WrittenRow, { file }: Selection): Promise<string> {
    if (!file) return `${line}\n`;
    let name = fileId === null ? null : this.#files.get(fileId);
    if (name === undefined) {
      name = await this.#addFile(fileId!, fileName);
      if (!file.isItsOwn) this.#files.set(fileId!, name);
    }
    return `${line.slice(0, -1)}, "file": ${JSON.stringify(name)}}\n`;
  }

  /** @returns its name in the archive; null when the store has lost it */
  async #addFile(id: string, given: string | null): Promise<string | null> {
    const name = `files/${id}/${nameOf(given)}`;
    const store = fileStore(this.#services);
    const key = objectKey({ organizationId: this.#organizationId, id }, ORIGINAL);
    const found = await store.stat(key);
    let content: Readable | undefined;
    try {
      content = found && (await store.read(key));
    } catch (error) {
      // Deleted meanwhile.
      if (!(error instanceof MissingObject)) throw error;
    }
    if (!content) {
      this.#missing++;
      return null;
    }
    await this.#packed.add(name, found!.size, content);
    this.#fileCount++;
    return name;
  }

  /** Ends it: only now there is a file of its name. */
  async finish(): Promise<void> {
    await this.#packed.addText('contents.json', `${JSON.stringify(this.#contents, undefined, 2)}\n`);
    await this.#packed.finish();
  }

  /** Removes what is not finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#packed[Symbol.asyncDispose]();
  }
}

/** The rows of the open cursor, fewer at a time where they are large. */
async function* pagesOf(reader: Reader): AsyncGenerator<WrittenRow> {
  for (let limit = FEW_ROWS; ; ) {
    const page = await fetchRows(reader, limit);
    yield* page;
    if (page.length < limit) return;
    const largest = Math.max(...page.map(({ line }) => line.length));
    limit = Math.max(1, Math.min(MAX_ROWS, 2 * limit, Math.floor(PAGE_BYTES / largest)));
  }
}

function nameOf(given: string | null): string {
  try {
    return safeFileName(given ?? '');
  } catch (error) {
    if (error instanceof BadFileName) return 'file';
    throw error;
  }
}
