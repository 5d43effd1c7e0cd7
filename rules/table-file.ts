import { unstorableIn } from './unstorable.ts';
import { cellText, isBoundedSheet, isSheetPart, isWorkbookPart, MAX_WORKBOOK_BYTES } from './workbook-bounds.ts';

/** Larger files are no list that one looks through before. */
export const MAX_BYTES = 5_000_000;
export const MAX_LINES = 5000;

/** Encodings in which spreadsheets write CSV; the first ones are guessed. */
export const encodings = [
  ...['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'],
  ...['windows-1250', 'windows-1251', 'windows-1254', 'iso-8859-15', 'shift_jis', 'gb18030', 'big5', 'euc-kr'],
] as const;

export const delimiters = [',', ';', '\t', '|'] as const;

/** What is wrong with a row as such: an open quotation mark, cells without a heading, a character that nothing can store. */
export type RowFault = 'quotes' | 'moreCells' | 'unstorable';

/** A file as rows of cells; the first has the headings. */
export interface FileTable {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  /**
   * Line number of each of `rows` in an editor, including headings and empty lines; for cells with several lines, the
   * row number.
   */
  numbers: readonly number[];
  delimiter: string;
  encoding: string;
  /** Rows that the file itself says wrongly, by their place among `rows`. */
  broken: ReadonlyMap<number, RowFault>;
  /** Of a workbook: the sheet that it is, and all of them. */
  sheet?: string;
  sheets?: readonly string[];
}

/**
 * The encoding of a file: by its mark, else UTF-8 where it is that, UTF-16 where every second byte is nothing, and else the one that
 * Excel writes in western languages.
 */
export function guessEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 2000);
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => at % 2 === odd && byte === 0).length);
  if (zeros[1]! > start.length / 4) return 'utf-16le';
  if (zeros[0]! > start.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The part of Papa Parse that reading uses; the caller loads it. */
export interface DelimitedParser {
  parse(
    text: string,
    config: { delimiter?: string; delimitersToGuess?: string[]; skipEmptyLines?: 'greedy'; preview?: number },
  ): { data: string[][]; errors: readonly ParseProblem[]; meta: { delimiter: string } };
}

interface ParseProblem {
  type?: string;
  row?: number | undefined;
}

/**
 * Reads a file as text.
 * @param delimiter guessed where it is not said
 */
export function readDelimited(
  parser: DelimitedParser,
  bytes: Uint8Array,
  encoding: string,
  delimiter?: string,
): FileTable {
  const text = new TextDecoder(encoding).decode(bytes);
  // Empty lines are left out of the guess alone: in what is read, errors are told by a place that counts them.
  const guess = { delimitersToGuess: [...delimiters], skipEmptyLines: 'greedy' as const, preview: 1 };
  const { data, errors, meta } = parser.parse(text, {
    delimiter: delimiter ?? parser.parse(text, guess).meta.delimiter,
  });
  const filled = [...data.entries()].filter(([, cells]) => !isEmpty(cells));
  const [[, headings] = [0, []], ...lines] = filled;
  const rows = lines.map(([, cells]) => cells);
  const broken = brokenRows(lines, headings.length, errors);
  return { headings, rows, numbers: lines.map(([place]) => place + 1), delimiter: meta.delimiter, encoding, broken };
}

/** A line of separators alone is what spreadsheets write for an empty one. */
function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function brokenRows(
  lines: readonly (readonly [place: number, cells: readonly string[]])[],
  width = Number.POSITIVE_INFINITY,
  errors: readonly ParseProblem[] = [],
): Map<number, RowFault> {
  const found = new Map<number, RowFault>();
  const badQuotes = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' ? [row] : [])));
  for (const [at, [place, cells]] of lines.entries()) {
    if (badQuotes.has(place)) found.set(at, 'quotes');
    else if (!isEmpty(cells.slice(width))) found.set(at, 'moreCells');
    else if (cells.some((cell) => unstorableIn(cell) !== undefined)) found.set(at, 'unstorable');
  }
  return found;
}

/**
 * Returns lines as they stand in the file, with the reason beside each, for correcting and importing them. Cells beyond the
 * headings follow the reason: without them the rest of such a line would pass for all of it.
 */
export function withReasons(
  headings: readonly string[],
  title: string,
  lines: readonly { cells: readonly string[]; reason: string }[],
): string[][] {
  const rows = lines.map(({ cells, reason }) => [
    ...headings.map((_, at) => cells[at] ?? ''),
    reason,
    ...cells.slice(headings.length),
  ]);
  return [[...headings, title], ...rows];
}

/** A sheet of a workbook, as texts. */
export interface WorkbookSheet {
  name: string;
  rows: readonly (readonly string[])[];
}

type Files = Record<string, Uint8Array<ArrayBuffer>>;

/** The parts of fflate and read-excel-file that reading uses; the caller loads them. */
export interface WorkbookReader {
  unzipSync(bytes: Uint8Array, options: { filter(file: { name: string; originalSize: number }): boolean }): Files;
  zipSync(files: Files, options: { level: 0 }): Uint8Array;
  readCells(file: ArrayBuffer): Promise<readonly { sheet: string; data: readonly (readonly unknown[])[] }[]>;
}

/** The workbook would unpack to more than its bounds: no list that one looks through. */
export class WorkbookTooLarge extends Error {}

/**
 * Reads the sheets of a workbook (XLSX). Formulas are never run: their last results count.
 * @throws {WorkbookTooLarge}; other errors: it is no workbook
 */
export async function readSheets(
  { unzipSync, zipSync, readCells }: WorkbookReader,
  bytes: Uint8Array,
): Promise<WorkbookSheet[]> {
  let unpacked = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!isWorkbookPart(name)) return false;
      unpacked += originalSize;
      if (unpacked > MAX_WORKBOOK_BYTES) throw new WorkbookTooLarge();
      return true;
    },
  });
  const decoder = new TextDecoder();
  for (const [name, content] of Object.entries(parts))
    if (isSheetPart(name) && !isBoundedSheet(decoder.decode(content))) throw new WorkbookTooLarge();
  // The reader gets what was judged, and nothing to unpack: it would start a worker for that, which the page's policy forbids.
  const judged = zipSync(parts, { level: 0 });
  const sheets = await readCells(judged.buffer as ArrayBuffer);
  return sheets.map(({ sheet: name, data }) => ({ name, rows: data.map((cells) => cells.map(cellText)) }));
}

/** A sheet as a table of headings and lines. */
export function tableOfSheet({ name, rows }: WorkbookSheet, all: readonly WorkbookSheet[]): FileTable {
  const filled = [...rows.entries()].filter(([, cells]) => cells.some((cell) => cell.trim() !== ''));
  const [[, headings] = [0, []], ...lines] = filled;
  return {
    headings,
    rows: lines.map(([, cells]) => cells),
    numbers: lines.map(([place]) => place + 1),
    delimiter: '',
    encoding: 'XLSX',
    broken: brokenRows(lines),
    sheet: name,
    sheets: all.map((each) => each.name),
  };
}
