import { guessWorkerMeanings, workerMeanings } from '../../rules/worker-lines.ts';
import { DispatchError } from '../dispatch/http/errors.ts';
import { itemErrorOf } from '../dispatch/http/item-error.ts';
import { checkFleetList, importFleetList } from '../import/csv/import-fleet.ts';
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

const KNOWN = new Set<string>(['', ...workerMeanings]);

/**
 * Checks a list of the fleet and, unless it is a dry run, creates and updates its workers and their teams. Nobody is told.
 * @throws {CommandError}
 */
export async function importFleetFile(
  services: Services,
  bytes: Uint8Array,
  options: ListOptions,
): Promise<ListResult> {
  const { organization, dryRun, preset, bad, team, onlyNew = false } = options;
  refuseOrderOptions(options, '--fleet');
  await checkOrganization(services.database.reader, organization);
  const table = await readListFile(bytes, options.sheet);
  const meanings = guessWorkerMeanings(table.headings, await chosenMeanings(table, options, KNOWN));
  const checked = await withSentences(checkFleetList(services, organization, table, meanings, { onlyNew, team }));
  if (preset !== undefined && !dryRun) await keepPreset(preset, table, meanings);
  const good = checked.lines.filter(({ problems }) => problems.length === 0);
  const imported = dryRun
    ? undefined
    : await withSentences(
        importFleetList(services, organization, good, onlyNew, (done) =>
          console.error(`${done} of ${good.length} lines`),
        ),
      );
  const left = checked.lines.filter(({ problems }) => problems.length > 0);
  const problems = [
    ...left.map((line) => ({ line, reason: line.problems.join(' ') })),
    ...(imported?.refused ?? []),
  ].sort((a, b) => a.line.number - b.line.number);
  if (bad !== undefined) await writeBadLines(bad, table, problems);
  const count = (outcome: 'created' | 'changed' | 'unchanged'): number =>
    imported?.[outcome] ?? good.filter((line) => line.outcome === outcome).length;
  const teams = imported?.newTeams ?? checked.newTeams;
  return {
    columns: columnsOf(table, meanings),
    lines: [
      { lines: 'in the file', count: checked.lines.length },
      { lines: imported ? 'became workers' : 'would become workers', count: count('created') },
      {
        lines: imported ? 'updated workers' : 'would update workers',
        count: count('changed'),
        why: 'Their phone numbers are known; --only-new leaves them as they are.',
      },
      { lines: 'known and unchanged', count: count('unchanged') },
      {
        lines: imported ? 'made teams' : 'would make teams',
        count: teams.length,
        ...(teams.length > 0 && { why: namesOf(teams) }),
      },
      { lines: 'with problems', count: problems.length, why: 'They are left out; --bad FILE writes them.' },
    ],
    problems: problems.map(({ line, reason }) => ({ line: line.number, problem: reason })),
  };
}

/** Names of new teams that are printed: a wrong column shows itself by the first ones. */
const NAMES_SHOWN = 5;

function namesOf(teams: readonly string[]): string {
  const more = teams.length - NAMES_SHOWN;
  return `${teams.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** @throws {CommandError} for what is refused as a whole */
async function withSentences<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DispatchError ? new CommandError(itemErrorOf(error).cause) : error;
  }
}
