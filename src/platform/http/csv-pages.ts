import { Readable } from 'node:stream';

/** An answer that is a table of any length as CSV (RFC 4180), page by page: its whole text is never in memory. */
export class CsvPages {
  readonly fileName: string;
  readonly #columns: readonly string[];
  readonly #pages: AsyncIterable<readonly (readonly string[])[]>;

  constructor(fileName: string, columns: readonly string[], pages: AsyncIterable<readonly (readonly string[])[]>) {
    this.fileName = fileName;
    this.#columns = columns;
    this.#pages = pages;
  }

  /**
   * Its text. The first page is read at once, so what fails in it is thrown.
   * @param failed gets an error after the answer has begun; the client then gets an answer without an end
   */
  async stream(failed: (error: Error) => void): Promise<Readable> {
    const pages = this.#pages[Symbol.asyncIterator]();
    const first = await pages.next();
    return Readable.from(textsOf(this.#columns, first, pages, failed));
  }

  /** The same by lines, for who writes them elsewhere. */
  async *lines(): AsyncGenerator<string> {
    yield lineOf(this.#columns);
    for await (const page of this.#pages) yield page.map(lineOf).join('');
  }
}

async function* textsOf(
  columns: readonly string[],
  first: IteratorResult<readonly (readonly string[])[]>,
  pages: AsyncIterator<readonly (readonly string[])[]>,
  failed: (error: Error) => void,
): AsyncGenerator<string> {
  yield lineOf(columns);
  try {
    for (let page = first; !page.done; page = await pages.next()) yield page.value.map(lineOf).join('');
  } catch (error) {
    failed(error as Error);
    throw error;
  }
}

const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`;

/** What a spreadsheet would take for a formula, behind blanks and in full width too. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;

/** Spreadsheets run what begins like a formula; they show it as it is after an apostrophe. */
function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
