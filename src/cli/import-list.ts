import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import papaparse from 'papaparse';
import { type FileTable, MAX_BYTES, MAX_LINES, withReasons } from '../../rules/table-file.ts';
import { guessMeanings, headingKeys, type Meaning, plainMeanings } from '../../rules/task-columns.ts';
import { ArchiveError } from '../import/archive/archive.ts';
import { checkList, editableFields, importList, type ListLine } from '../import/csv/import-list.ts';
import { readOrders } from '../import/csv/read-list.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkOrganization } from './people.ts';

/** Text that a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV injection). */
const FORMULA = /^(?!-?\d+(?:\.\d+)?$|\+\d+$)\s*[=+\-@\t\r＝＋－＠]/;

/** Options of `import csv`. */
export interface ListOptions {
  organization: string;
  sheet?: string;
  column?: string[];
  preset?: string;
  dates?: string;
  bad?: string;
  exactOnly?: boolean;
  again?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** `import csv` */
export function addImportListCommand(imports: Command, config: Config): void {
  imports
    .command('csv <file>')
    .description('Creates tasks and their recipients from a list of orders (CSV or XLSX). Known orders are left out.')
    .requiredOption('--organization <id>')
    .option('--sheet <name>', 'sheet of a workbook; the first with lines if not given')
    .option('--column <heading=meaning...>', 'meaning of a column; an empty one leaves it out')
    .option('--preset <file>', 'keeps the meanings of the columns for the next list')
    .option('--dates <order>', 'day-first or month-first; as in the country of the organization if not given')
    .option('--bad <file>', 'writes the lines that cannot be imported, with the reason beside each')
    .option('--exact-only', 'leaves out orders whose house or street is not found')
    .option('--again', 'also imports orders that were imported before')
    .option('--dry-run', 'shows what would be imported, and writes nothing')
    .option('--json', 'print one JSON object')
    .action(async (file: string, options: ListOptions) => {
      const bytes = await readFile(file).catch((error: Error) => {
        throw new CommandError(`${file} cannot be read: ${error.message}.`);
      });
      const result = await withServices(config, (services) => importListFile(services, new Uint8Array(bytes), options));
      if (options.json) print(result, true);
      else {
        print(result.columns, false);
        print(result.lines, false);
      }
    });
}

/** Result of `import csv`, as it is printed. */
export interface ListResult {
  columns: { column: string; meaning: string; example: string }[];
  lines: { lines: string; count: number; why?: string }[];
  problems: { line: number; problem: string }[];
}

/**
 * Checks a list and, unless it is a dry run, creates its tasks.
 * @throws {CommandError}
 */
export async function importListFile(services: Services, bytes: Uint8Array, options: ListOptions): Promise<ListResult> {
  const { organization } = options;
  await checkOrganization(services.database.reader, organization);
  if (bytes.length > MAX_BYTES) throw new CommandError('The file is larger than 5 MB. Import it in parts.');
  const table = await readOrders(bytes, options.sheet).catch((error: unknown) => {
    throw error instanceof ArchiveError ? new CommandError(error.message) : error;
  });
  if (table.rows.length === 0) throw new CommandError('The file needs a line of headings and at least one more line.');
  if (table.rows.length > MAX_LINES)
    throw new CommandError(`The file has more than ${MAX_LINES} lines. Import it in parts.`);
  const meanings = await meaningsOf(services, table, options);
  const checked = await checkList(services, organization, table, meanings, isDayFirst(options.dates));
  if (options.preset !== undefined && !options.dryRun) await keepPreset(options.preset, table, meanings);
  const unwanted = (line: ListLine) => options.exactOnly && line.isApproximate;
  const good = checked.filter((line) => line.problems.length === 0 && !unwanted(line));
  const bad = checked.flatMap((line) => {
    if (line.problems.length > 0) return [{ line, reason: line.problems.join(' ') }];
    return unwanted(line) ? [{ line, reason: 'The house or the street was not found.' }] : [];
  });
  const made = options.dryRun
    ? undefined
    : await importList(services, organization, good, options.again ?? false, (done) =>
        console.error(`${done} of ${good.length} lines`),
      );
  const problems = [...bad, ...(made?.refused ?? [])].sort((a, b) => a.line.number - b.line.number);
  if (options.bad !== undefined) await writeFile(options.bad, badLines(table, problems), { mode: 0o600 });
  return {
    columns: columnsOf(table, meanings),
    lines: countsOf(checked, good, problems.length, options, made),
    problems: problems.map(({ line, reason }) => ({ line: line.number, problem: reason })),
  };
}

function isDayFirst(dates: string | undefined): boolean | undefined {
  if (dates !== undefined && dates !== 'day-first' && dates !== 'month-first')
    throw new CommandError('--dates must be day-first or month-first.');
  return dates === undefined ? undefined : dates === 'day-first';
}

/** Guesses the meanings of columns; a preset and `--column` go before. */
async function meaningsOf(
  { database }: Services,
  table: FileTable,
  { organization, column = [], preset }: ListOptions,
): Promise<(Meaning | '')[]> {
  const fields = await editableFields(database.reader.of(organization));
  const known = new Set<string>(['', ...plainMeanings, ...fields.map(({ key }) => `field:${key}`)]);
  const wanted = new Map<string, string>();
  for (const each of column) {
    const at = each.lastIndexOf('=');
    const [heading, meaning] = [each.slice(0, at), each.slice(at + 1)];
    if (at < 1 || !table.headings.includes(heading))
      throw new CommandError(`--column ${each}: the file has no column "${heading}".`);
    if (!known.has(meaning)) throw new CommandError(`--column ${each}: a meaning is one of ${[...known].join(' ')}.`);
    wanted.set(heading, meaning);
  }
  const remembered = preset === undefined ? {} : await readPreset(preset);
  const keys = headingKeys(table.headings);
  for (const [at, heading] of table.headings.entries())
    if (wanted.has(heading)) remembered[keys[at]!] = wanted.get(heading)!;
  return guessMeanings(table.headings, remembered, fields);
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
async function keepPreset(file: string, table: FileTable, meanings: readonly (Meaning | '')[]): Promise<void> {
  const own = Object.fromEntries(headingKeys(table.headings).map((key, at) => [key, meanings[at]!]));
  await writeFile(file, `${JSON.stringify({ ...(await readPreset(file)), ...own }, null, 2)}\n`, { mode: 0o600 });
}

function columnsOf({ headings, rows }: FileTable, meanings: readonly (Meaning | '')[]): ListResult['columns'] {
  return headings.map((column, at) => ({
    column,
    meaning: meanings[at] || '(left out)',
    example: rows.find((cells) => cells[at]?.trim())?.[at]?.slice(0, 40) ?? '',
  }));
}

function countsOf(
  checked: readonly ListLine[],
  good: readonly ListLine[],
  bad: number,
  { again, dryRun }: ListOptions,
  made: { created: number; before: number } | undefined,
): ListResult['lines'] {
  const isNew = ({ importedAt }: ListLine) => again === true || importedAt === undefined;
  const known = good.filter((line) => !isNew(line)).length;
  const approximate = good.filter((line) => isNew(line) && line.isApproximate).length;
  return [
    { lines: 'in the file', count: checked.length },
    dryRun
      ? { lines: 'would become tasks', count: good.length - known }
      : { lines: 'became tasks', count: made!.created },
    { lines: 'imported before', count: made?.before ?? known, why: 'Equal orders are left out; --again imports them.' },
    { lines: 'with problems', count: bad, why: 'They are left out; --bad FILE writes them.' },
    {
      lines: 'found approximately',
      count: approximate,
      why: 'The house or the street was not found. Correct them on the map; --exact-only leaves them out.',
    },
  ];
}

/** Lines as they stand in the file, with the reason beside each; for correcting and importing them. */
function badLines({ headings }: FileTable, problems: readonly { line: ListLine; reason: string }[]): string {
  const lines = problems.map(({ line: { cells }, reason }) => ({ cells, reason }));
  const rows = withReasons(headings, 'Problem', lines);
  return `\uFEFF${papaparse.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}
