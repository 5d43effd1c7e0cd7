import { guessWorkerMeanings, workerMeanings } from '../../rules/worker-lines.ts';
import { checkFleetList, importFleetList } from '../import/csv/import-fleet.ts';
import type { Services } from '../platform/services.ts';
import type { ListOptions, ListResult } from './list-file.ts';
import { importPeopleList } from './people-list.ts';

/**
 * Checks a list of the fleet and, unless it is a dry run, creates and updates its workers and their teams. Nobody is notified.
 * @throws {CommandError}
 */
export async function importFleetFile(
  services: Services,
  bytes: Uint8Array,
  options: ListOptions,
): Promise<ListResult> {
  const { organization, team, onlyNew = false } = options;
  return importPeopleList(services, bytes, options, {
    ...{
      option: '--fleet',
      noun: 'workers',
      identity: 'phone numbers',
      meanings: workerMeanings,
      guess: guessWorkerMeanings,
    },
    check: async (table, meanings) => {
      const { lines, newTeams } = await checkFleetList(services, organization, table, meanings, { onlyNew, team });
      return { lines, more: newTeams };
    },
    write: async (lines, progress) => {
      const { newTeams, ...written } = await importFleetList(services, organization, lines, onlyNew, progress);
      return { ...written, more: newTeams };
    },
    countMore: (teams, isWritten) => [
      {
        lines: isWritten ? 'made teams' : 'would make teams',
        count: teams.length,
        ...(teams.length > 0 && { why: namesOf(teams) }),
      },
    ],
  });
}

/** Names of new teams that are printed: a wrong column shows itself by the first ones. */
const NAMES_SHOWN = 5;

function namesOf(teams: readonly string[]): string {
  const more = teams.length - NAMES_SHOWN;
  return `${teams.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
