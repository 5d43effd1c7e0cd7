import type { FileTable } from '../../rules/table-file.ts';
import { DispatchError } from '../dispatch/http/errors.ts';
import { itemErrorOf } from '../dispatch/http/item-error.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import {
  chosenMeanings,
  columnsOf,
  keepPreset,
  type ListOptions,
  type ListResult,
  readListFile,
  refuseOrderOptions,
  writeBadLines,
} from './list-file.ts';
import { checkOrganization } from './people.ts';

type Outcome = 'created' | 'changed' | 'unchanged';

interface CheckedLine {
  number: number;
  cells: readonly string[];
  problems: readonly string[];
  outcome: Outcome | undefined;
}

/** Kind of a list of people, or of hubs. */
interface PeopleList<Meaning extends string, Line extends CheckedLine, More> {
  option: '--recipients' | '--fleet' | '--hubs';
  noun: 'recipients' | 'workers' | 'hubs';
  /** By which known ones are recognised. */
  identity: 'phone numbers' | 'names';
  meanings: readonly Meaning[];
  guess(headings: readonly string[], chosen: Readonly<Record<string, string>>): (Meaning | '')[];
  check(table: FileTable, meanings: (Meaning | '')[]): Promise<{ lines: Line[]; more: More }>;
  write(
    lines: readonly Line[],
    progress: (done: number) => void,
  ): Promise<Record<Outcome, number> & { refused: { line: Line; reason: string }[]; more: More }>;
  /** Lines of the result that this kind alone has. */
  countMore(more: More, isWritten: boolean): ListResult['lines'];
}

/**
 * Checks a list of people, or of hubs, and, unless it is a dry run, creates and updates them.
 * @throws {CommandError}
 */
export async function importPeopleList<Meaning extends string, Line extends CheckedLine, More>(
  { database }: Services,
  bytes: Uint8Array,
  options: ListOptions,
  list: PeopleList<Meaning, Line, More>,
): Promise<ListResult> {
  const { organization, dryRun, preset, bad } = options;
  refuseOrderOptions(options, list.option);
  await checkOrganization(database.reader, organization);
  const table = await readListFile(bytes, options.sheet);
  const known = new Set<string>(['', ...list.meanings]);
  const meanings = list.guess(table.headings, await chosenMeanings(table, options, known));
  const checked = await withSentences(list.check(table, meanings));
  if (preset !== undefined && !dryRun) await keepPreset(preset, table, meanings);
  const good = checked.lines.filter(({ problems }) => problems.length === 0);
  const progress = (done: number) => console.error(`${done} of ${good.length} lines`);
  const imported = dryRun ? undefined : await withSentences(list.write(good, progress));
  const left = checked.lines.filter(({ problems }) => problems.length > 0);
  const problems = [
    ...left.map((line) => ({ line, reason: line.problems.join(' ') })),
    ...(imported?.refused ?? []),
  ].sort((a, b) => a.line.number - b.line.number);
  if (bad !== undefined) await writeBadLines(bad, table, problems);
  const count = (outcome: Outcome): number =>
    imported?.[outcome] ?? good.filter((line) => line.outcome === outcome).length;
  return {
    columns: columnsOf(table, meanings),
    lines: [
      { lines: 'in the file', count: checked.lines.length },
      { lines: `${imported ? 'became' : 'would become'} ${list.noun}`, count: count('created') },
      {
        lines: `${imported ? 'updated' : 'would update'} ${list.noun}`,
        count: count('changed'),
        why: `Their ${list.identity} are known; --only-new leaves them as they are.`,
      },
      { lines: 'known and unchanged', count: count('unchanged') },
      ...list.countMore((imported ?? checked).more, imported !== undefined),
      { lines: 'with problems', count: problems.length, why: 'They are left out; --bad FILE writes them.' },
    ],
    problems: problems.map(({ line, reason }) => ({ line: line.number, problem: reason })),
  };
}

/** @throws {CommandError} for what is refused as a whole */
async function withSentences<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DispatchError ? new CommandError(itemErrorOf(error).cause) : error;
  }
}
