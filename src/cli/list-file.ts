import { readFile, writeFile } from 'node:fs/promises';
import papaparse from 'papaparse';
import { type FileTable, MAX_BYTES, MAX_LINES, withReasons } from '../../rules/table-file.ts';
import { headingKeys } from '../../rules/task-columns.ts';
import { ArchiveError } from '../import/archive/archive.ts';
import { readOrders } from '../import/csv/read-list.ts';
import { CommandError } from './command.ts';

/** Text that a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV injection). */
const FORMULA = /^(?!-?\d+(?:\.\d+)?$|\+\d+$)\s*[=+\-@\t\r＝＋－＠]/;

/** Options about the columns of a list. */
interface ColumnOptions {
  column?: string[];
  preset?: string;
}

/** A column of a list with its meaning, as it is printed. */
interface PrintedColumn {
  column: string;
  meaning: string;
  example: string;
}

/** Options of `import csv`. */
export interface ListOptions extends ColumnOptions {
  organization: string;
  sheet?: string;
  dates?: string;
  bad?: string;
  exactOnly?: boolean;
  again?: boolean;
  recipients?: boolean;
  fleet?: boolean;
  hubs?: boolean;
  team?: string;
  onlyNew?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** Result of `import csv`, as it is printed. */
export interface ListResult {
  columns: PrintedColumn[];
  lines: { lines: string; count: number; why?: string }[];
  problems: { line: number; problem: string }[];
}

/** @throws {CommandError} for options that lists of orders alone have. @param of the list at hand, by its option */
export function refuseOrderOptions({ dates, exactOnly, again }: ListOptions, of: string): void {
  for (const [option, given] of Object.entries({ dates, 'exact-only': exactOnly, again }))
    if (given !== undefined) throw new CommandError(`--${option} belongs to lists of orders, not to ${of}.`);
}

/**
 * Reads a list within its bounds.
 * @param sheet name of a workbook's sheet; undefined: the first one that has lines
 * @throws {CommandError}
 */
export async function readListFile(bytes: Uint8Array, sheet: string | undefined): Promise<FileTable> {
  if (bytes.length > MAX_BYTES) throw new CommandError('The file is larger than 5 MB. Import it in parts.');
  const table = await readOrders(bytes, sheet).catch((error: unknown) => {
    throw error instanceof ArchiveError ? new CommandError(error.message) : error;
  });
  if (table.rows.length === 0) throw new CommandError('The file needs a line of headings and at least one more line.');
  if (table.rows.length > MAX_LINES)
    throw new CommandError(`The file has more than ${MAX_LINES} lines. Import it in parts.`);
  return table;
}

/**
 * Returns what was said of columns before, in a preset or by options, by the keys of their headings.
 * @param known all meanings, and the empty one
 * @throws {CommandError}
 */
export async function chosenMeanings(
  { headings }: FileTable,
  { column = [], preset }: ColumnOptions,
  known: ReadonlySet<string>,
): Promise<Record<string, string>> {
  const wanted = new Map<string, string>();
  for (const each of column) {
    const at = each.lastIndexOf('=');
    const [heading, meaning] = [each.slice(0, at), each.slice(at + 1)];
    if (at < 1 || !headings.includes(heading))
      throw new CommandError(`--column ${each}: the file has no column "${heading}".`);
    if (!known.has(meaning)) throw new CommandError(`--column ${each}: a meaning is one of ${[...known].join(' ')}.`);
    wanted.set(heading, meaning);
  }
  const chosen = preset === undefined ? {} : await readPreset(preset);
  const keys = headingKeys(headings);
  for (const [at, heading] of headings.entries()) if (wanted.has(heading)) chosen[keys[at]!] = wanted.get(heading)!;
  return chosen;
}

/** Reads the meanings of an earlier list; none if there is no such file. */
async function readPreset(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
  } catch {
    throw new CommandError(`${file} is not a preset: it must be a JSON object.`);
  }
}

/** Adds the meanings of this list's columns to those of earlier ones. */
export async function keepPreset(file: string, table: FileTable, meanings: readonly string[]): Promise<void> {
  const own = Object.fromEntries(headingKeys(table.headings).map((key, at) => [key, meanings[at]!]));
  await writeFile(file, `${JSON.stringify({ ...(await readPreset(file)), ...own }, null, 2)}\n`, { mode: 0o600 });
}

/** Returns the columns of a list with their meanings and examples. */
export function columnsOf({ headings, rows }: FileTable, meanings: readonly string[]): PrintedColumn[] {
  return headings.map((column, at) => ({
    column,
    meaning: meanings[at] || '(left out)',
    example: rows.find((cells) => cells[at]?.trim())?.[at]?.slice(0, 40) ?? '',
  }));
}

/** Lines of a file with the reason why each is left out. */
export type LeftOutLine = { line: { number: number; cells: readonly string[] }; reason: string };

/** Writes lines as they stand in the file, with the reason beside each; for correcting and importing them. */
export async function writeBadLines(
  file: string,
  { headings }: FileTable,
  problems: readonly LeftOutLine[],
): Promise<void> {
  const lines = problems.map(({ line: { cells }, reason }) => ({ cells, reason }));
  const rows = withReasons(headings, 'Problem', lines);
  const text = `\uFEFF${papaparse.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
  await writeFile(file, text, { mode: 0o600 });
}
