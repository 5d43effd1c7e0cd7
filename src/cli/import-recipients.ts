import { guessRecipientMeanings, recipientMeanings } from '../../rules/recipient-lines.ts';
import { checkRecipientList, importRecipientList } from '../import/csv/import-recipients.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import type { ListOptions, ListResult } from './list-file.ts';
import { importPeopleList } from './people-list.ts';

/**
 * Checks a list of recipients and, unless it is a dry run, creates and updates them.
 * @throws {CommandError}
 */
export async function importRecipientsFile(
  services: Services,
  bytes: Uint8Array,
  options: ListOptions,
): Promise<ListResult> {
  const { organization, team, onlyNew = false } = options;
  if (team !== undefined) throw new CommandError('--team belongs to --fleet.');
  return importPeopleList(services, bytes, options, {
    ...{
      option: '--recipients',
      noun: 'recipients',
      identity: 'phone numbers',
      meanings: recipientMeanings,
      guess: guessRecipientMeanings,
    },
    check: async (table, meanings) => ({
      lines: await checkRecipientList(services, organization, table, meanings, onlyNew),
      more: undefined,
    }),
    write: async (lines, progress) => ({
      ...(await importRecipientList(services, organization, lines, onlyNew, progress)),
      more: undefined,
    }),
    countMore: () => [],
  });
}
