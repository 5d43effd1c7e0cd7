import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { FileTable } from '../../rules/table-file.ts';
import { guessMeanings, type Meaning, plainMeanings } from '../../rules/task-columns.ts';
import { checkList, editableFields, importList, type ListLine } from '../import/csv/import-list.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { importFleetFile } from './import-fleet.ts';
import { importHubsFile } from './import-hubs.ts';
import { importRecipientsFile } from './import-recipients.ts';
import {
  chosenMeanings,
  columnsOf,
  keepPreset,
  type ListOptions,
  type ListResult,
  readListFile,
  writeBadLines,
} from './list-file.ts';
import { checkOrganization } from './people.ts';

/** `import csv` */
export function addImportListCommand(imports: Command, config: Config): void {
  imports
    .command('csv <file>')
    .description(
      'Creates tasks and their recipients, recipients alone, workers and their teams, or hubs, from a list (CSV or XLSX).',
    )
    .requiredOption('--organization <id>')
    .option('--sheet <name>', 'sheet of a workbook; the first with lines if not given')
    .option('--column <heading=meaning...>', 'meaning of a column; an empty one leaves it out')
    .option('--preset <file>', 'keeps the meanings of the columns for the next list')
    .option('--dates <order>', 'day-first or month-first; as in the country of the organization if not given')
    .option('--bad <file>', 'writes the lines that cannot be imported, with the reason for each')
    .option('--exact-only', 'leaves out orders whose house or street is not found')
    .option('--again', 'also imports orders that were imported before')
    .option('--recipients', 'the list has recipients and no orders: only creates or updates recipients')
    .option('--fleet', 'the list has workers: creates or updates them and their teams, and notifies nobody')
    .option('--hubs', 'the list has hubs: creates or updates them')
    .option('--team <name>', 'with --fleet: team of the workers whose line names none')
    .option('--only-new', 'with --recipients, --fleet or --hubs: does not change those that are known')
    .option('--dry-run', 'shows what would be imported, and writes nothing')
    .option('--json', 'print one JSON object')
    .action(async (file: string, options: ListOptions) => {
      const bytes = await readFile(file).catch((error: Error) => {
        throw new CommandError(`${file} cannot be read: ${error.message}.`);
      });
      const importFile = importerOf(options);
      const result = await withServices(config, (services) => importFile(services, new Uint8Array(bytes), options));
      if (options.json) print(result, true);
      else {
        print(result.columns, false);
        print(result.lines, false);
      }
    });
}

/** @throws {CommandError} for two kinds of a list at once */
function importerOf({ recipients, fleet, hubs }: ListOptions): typeof importListFile {
  if ([recipients, fleet, hubs].filter(Boolean).length > 1)
    throw new CommandError('A list has one of --recipients, --fleet and --hubs.');
  if (hubs) return importHubsFile;
  if (fleet) return importFleetFile;
  return recipients ? importRecipientsFile : importListFile;
}

/**
 * Checks a list and, unless it is a dry run, creates its tasks.
 * @throws {CommandError}
 */
export async function importListFile(services: Services, bytes: Uint8Array, options: ListOptions): Promise<ListResult> {
  const { organization } = options;
  if (options.onlyNew) throw new CommandError('--only-new belongs to --recipients, --fleet and --hubs.');
  if (options.team !== undefined) throw new CommandError('--team belongs to --fleet.');
  await checkOrganization(services.database.reader, organization);
  const table = await readListFile(bytes, options.sheet);
  const meanings = await meaningsOf(services, table, options);
  const { again, exactOnly } = options;
  const choices = { isDayFirst: isDayFirst(options.dates), again, exactOnly };
  const checked = await checkList(services, organization, table, meanings, choices);
  if (options.preset !== undefined && !options.dryRun) await keepPreset(options.preset, table, meanings);
  const good = checked.filter(({ problems }) => problems.length === 0);
  const bad = checked.flatMap((line) => (line.problems.length > 0 ? [{ line, reason: line.problems.join(' ') }] : []));
  const made = options.dryRun
    ? undefined
    : await importList(services, organization, good, again ?? false, (done) =>
        console.error(`${done} of ${good.length} lines`),
      );
  const problems = [...bad, ...(made?.refused ?? [])].sort((a, b) => a.line.number - b.line.number);
  if (options.bad !== undefined) await writeBadLines(options.bad, table, problems);
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
async function meaningsOf({ database }: Services, table: FileTable, options: ListOptions): Promise<(Meaning | '')[]> {
  const fields = await editableFields(database.reader.of(options.organization));
  const known = new Set<string>(['', ...plainMeanings, ...fields.map(({ key }) => `field:${key}`)]);
  return guessMeanings(table.headings, await chosenMeanings(table, options, known), fields);
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
