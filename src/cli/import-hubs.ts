import { guessHubMeanings, hubMeanings } from '../../rules/hub-lines.ts';
import { checkHubList, importHubList } from '../import/csv/import-hubs.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import type { ListOptions, ListResult } from './list-file.ts';
import { importPeopleList } from './people-list.ts';

/**
 * Checks a list of hubs and, unless it is a dry run, creates and updates them.
 * @throws {CommandError}
 */
export async function importHubsFile(services: Services, bytes: Uint8Array, options: ListOptions): Promise<ListResult> {
  const { organization, team, onlyNew = false } = options;
  if (team !== undefined) throw new CommandError('--team belongs to --fleet.');
  return importPeopleList(services, bytes, options, {
    ...{ option: '--hubs', noun: 'hubs', identity: 'names', meanings: hubMeanings, guess: guessHubMeanings },
    check: async (table, meanings) => {
      const lines = await checkHubList(services, organization, table, meanings, onlyNew);
      return { lines, more: lines.filter(({ isApproximate }) => isApproximate).length };
    },
    write: async (lines, progress) => ({
      ...(await importHubList(services, organization, lines, onlyNew, progress)),
      more: lines.filter(({ isApproximate }) => isApproximate).length,
    }),
    countMore: (count) => [
      {
        ...{ lines: 'found approximately', count },
        why: 'The house or the street was not found. Correct them on the map: Fleet → Hubs.',
      },
    ],
  });
}
