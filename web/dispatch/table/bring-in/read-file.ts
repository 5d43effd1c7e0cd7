import type Papa from 'papaparse';

/** Larger files are no list that one looks through before. */
export const MAX_BYTES = 5_000_000;
export const MAX_LINES = 5000;

/** Those in which spreadsheets write CSV; the first are the ones that are guessed. */
export const encodings = [
  ...['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'],
  ...['windows-1250', 'windows-1251', 'windows-1254', 'iso-8859-15', 'shift_jis', 'gb18030', 'big5', 'euc-kr'],
] as const;

export const delimiters = [',', ';', '\t', '|'] as const;

/** A file as rows of cells; the first has the headings. */
export interface Sheet {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  delimiter: string;
  encoding: string;
  /** Rows that the file itself says wrongly, by their place among `rows`. */
  broken: ReadonlyMap<number, 'quotes' | 'moreCells'>;
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
export async function readSheet(bytes: Uint8Array, encoding: string, delimiter?: string): Promise<Sheet> {
  const { default: parser } = await import('papaparse');
  const text = new TextDecoder(encoding).decode(bytes);
  const { data, errors, meta } = parser.parse<string[]>(text, {
    delimiter: delimiter ?? '',
    delimitersToGuess: [...delimiters],
    // A line of separators alone is what spreadsheets write for an empty one.
    skipEmptyLines: 'greedy',
  });
  const [headings = [], ...rows] = data;
  return { headings, rows, delimiter: meta.delimiter, encoding, broken: brokenRows(rows, headings.length, errors) };
}

function brokenRows(
  rows: readonly (readonly string[])[],
  width: number,
  errors: readonly Papa.ParseError[],
): Map<number, 'quotes' | 'moreCells'> {
  const found = new Map<number, 'quotes' | 'moreCells'>();
  for (const [at, cells] of rows.entries())
    if (cells.slice(width).some((cell) => cell.trim() !== '')) found.set(at, 'moreCells');
  for (const { type, row } of errors)
    if (type === 'Quotes' && row !== undefined && row > 0) found.set(row - 1, 'quotes');
  return found;
}
