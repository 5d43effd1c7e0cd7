import { ArchiveError, type ImportArchive } from './archive/archive.ts';
import { isObject, type JsonObject } from './json.ts';

/** Bytes of one row. */
const MAX_ROW = 16 * 2 ** 20;
/** Bytes of the name of a table. */
const MAX_NAME = 200;

/** A row of a table. */
export interface TableRow {
  table: string;
  row: JsonObject;
  /** Bytes of the row in the file. */
  bytes: number;
}

/** Bytes and rows of a file that are in memory at once. */
const MAX_HELD = { bytes: 2 ** 30, rows: 10_000_000 };

/** Counts rows that stay in memory: of a file that unpacks to more than it, a server is not to end. */
export class HeldRows {
  #bytes = 0;
  #rows = 0;
  readonly #limits: typeof MAX_HELD;

  constructor(limits = MAX_HELD) {
    this.#limits = limits;
  }

  /**
   * Counts a row.
   * @throws {ArchiveError} when it is one too many
   */
  add({ bytes }: Pick<TableRow, 'bytes'>, file: string): void {
    this.#bytes += bytes;
    this.#rows++;
    const { bytes: most, rows } = this.#limits;
    if (this.#rows > rows) throw new ArchiveError(`${file} has more than ${rows} rows that are needed at once.`);
    if (this.#bytes > most)
      throw new ArchiveError(`${file} has more than ${Math.round(most / 2 ** 20)} MiB that are needed at once.`);
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LEFT_BRACE, RIGHT_BRACE, LEFT_BRACKET, RIGHT_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Reads a file that is one object of tables, which are lists of rows (`{"table": [{…}, …], …}`), a row at a time: such a file may be
 * larger than memory. Members that are no lists are skipped.
 * @param seen receives the bytes of the file
 * @throws {ArchiveError} when it is something else
 */
export async function* readRows(
  archive: ImportArchive,
  file: string,
  seen: (bytes: Buffer) => void = () => {},
): AsyncGenerator<TableRow> {
  const scanner = new RowScanner(file);
  for await (const bytes of archive.stream(file)) {
    seen(bytes);
    yield* scanner.take(bytes);
  }
  scanner.end();
}

/** Finds where rows begin and end; what is between is read by `JSON.parse`. */
class RowScanner {
  readonly #file: string;
  /** Brackets that are open. */
  #depth = 0;
  #isDone = false;
  #isInString = false;
  #isEscaped = false;
  /** In the outer object, before the colon of a member. */
  #awaitsName = false;
  #table = '';
  /** Within a member that is a list. */
  #isList = false;
  /** Kind of the value that is being gathered, in parts of earlier pieces of the file. */
  #gathers: 'name' | 'row' | undefined;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(file: string) {
    this.#file = file;
  }

  *take(bytes: Buffer): Generator<TableRow> {
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#isInString = false;
          if (this.#gathers === 'name') this.#table = String(this.#gathered(bytes.subarray(from, at + 1)));
        }
        continue;
      }
      if (isSpace(byte)) continue;
      if (this.#isDone) throw this.#noTables();
      switch (byte) {
        case QUOTE:
          if (this.#depth === 0 || (this.#depth === 2 && this.#isList)) throw this.#noTables();
          this.#isInString = true;
          if (this.#depth === 1 && this.#awaitsName) {
            this.#gathers = 'name';
            from = at;
          }
          break;
        case LEFT_BRACE:
        case LEFT_BRACKET:
          this.#depth++;
          if (this.#depth === 1) {
            if (byte !== LEFT_BRACE) throw this.#noTables();
            this.#awaitsName = true;
          } else if (this.#depth === 2) {
            if (this.#awaitsName) throw this.#noTables();
            this.#isList = byte === LEFT_BRACKET;
          } else if (this.#depth === 3 && this.#isList) {
            if (byte !== LEFT_BRACE) throw this.#noTables();
            this.#gathers = 'row';
            from = at;
          }
          break;
        case RIGHT_BRACE:
        case RIGHT_BRACKET:
          this.#close(byte);
          if (this.#depth === 2 && this.#gathers === 'row') {
            const last = bytes.subarray(from, at + 1);
            const size = this.#size + last.length;
            const row = this.#gathered(last);
            if (!isObject(row)) throw this.#noTables();
            yield { table: this.#table, row, bytes: size };
          }
          break;
        case COLON:
          if (this.#depth === 1) this.#awaitsName = false;
          break;
        case COMMA:
          if (this.#depth === 1) this.#awaitsName = true;
          break;
        default:
          if (this.#depth === 0 || (this.#depth === 2 && this.#isList)) throw this.#noTables();
      }
    }
    if (this.#gathers !== undefined) this.#keep(bytes.subarray(from));
  }

  /** @throws {ArchiveError} when the object has not ended */
  end(): void {
    if (!this.#isDone) throw this.#noJson();
  }

  #close(byte: number): void {
    if (this.#depth === 1 && byte !== RIGHT_BRACE) throw this.#noJson();
    if (this.#depth === 2 && byte !== (this.#isList ? RIGHT_BRACKET : RIGHT_BRACE)) throw this.#noJson();
    this.#depth--;
    if (this.#depth < 0) throw this.#noJson();
    if (this.#depth === 0) this.#isDone = true;
    if (this.#depth === 1) this.#isList = false;
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    const limit = this.#gathers === 'name' ? MAX_NAME : MAX_ROW;
    if (this.#size > limit) throw new ArchiveError(`${this.#file} has a row larger than ${MAX_ROW / 2 ** 20} MiB.`);
    this.#parts.push(part);
  }

  #gathered(last: Buffer): unknown {
    this.#keep(last);
    const text = (this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)).toString('utf8');
    this.#gathers = undefined;
    this.#parts = [];
    this.#size = 0;
    try {
      return JSON.parse(text);
    } catch {
      throw this.#noJson();
    }
  }

  #noTables = () => new ArchiveError(`${this.#file} must be an object of lists of objects.`);

  #noJson = () => new ArchiveError(`${this.#file} is not valid JSON.`);
}
