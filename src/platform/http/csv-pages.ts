import { Readable } from 'node:stream';
import papaparse from 'papaparse';

const { unparse } = papaparse;

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
    yield textOf([this.#columns]);
    for await (const page of this.#pages) yield textOf(page);
  }
}

async function* textsOf(
  columns: readonly string[],
  first: IteratorResult<readonly (readonly string[])[]>,
  pages: AsyncIterator<readonly (readonly string[])[]>,
  failed: (error: Error) => void,
): AsyncGenerator<string> {
  yield textOf([columns]);
  try {
    for (let page = first; !page.done; page = await pages.next()) yield textOf(page.value);
  } catch (error) {
    failed(error as Error);
    throw error;
  }
}

/**
 * Text that a spreadsheet would read as a formula, also after spaces and in full-width characters. It is shown after an
 * apostrophe.
 */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;

const textOf = (rows: readonly (readonly string[])[]) =>
  rows.length === 0 ? '' : `${unparse([...rows], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
