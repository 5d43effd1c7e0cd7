import type Papa from 'papaparse';

/** Larger files are no list that one looks through before. */
export const MAX_BYTES = 5_000_000;
export const MAX_LINES = 5000;

/** Encodings in which spreadsheets write CSV; the first ones are guessed. */
export const encodings = [
  ...['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'],
  ...['windows-1250', 'windows-1251', 'windows-1254', 'iso-8859-15', 'shift_jis', 'gb18030', 'big5', 'euc-kr'],
] as const;

export const delimiters = [',', ';', '\t', '|'] as const;

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
  broken: ReadonlyMap<number, 'quotes' | 'moreCells'>;
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

/**
 * Reads a file.
 * @param delimiter guessed where it is not said
 */
export async function readSheet(bytes: Uint8Array, encoding: string, delimiter?: string): Promise<FileTable> {
  const { default: parser } = await import('papaparse');
  const text = new TextDecoder(encoding).decode(bytes);
  // Empty lines are left out of the guess alone: in what is read, errors are told by a place that counts them.
  const guess: Papa.ParseConfig = { delimitersToGuess: [...delimiters], skipEmptyLines: 'greedy', preview: 1 };
  const { data, errors, meta } = parser.parse<string[]>(text, {
    delimiter: delimiter ?? parser.parse<string[]>(text, guess).meta.delimiter,
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
  width: number,
  errors: readonly Papa.ParseError[],
): Map<number, 'quotes' | 'moreCells'> {
  const found = new Map<number, 'quotes' | 'moreCells'>();
  const badQuotes = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' ? [row] : [])));
  for (const [at, [place, cells]] of lines.entries()) {
    if (badQuotes.has(place)) found.set(at, 'quotes');
    else if (!isEmpty(cells.slice(width))) found.set(at, 'moreCells');
  }
  return found;
}
