import { guessRecipientMeanings, recipientMeanings } from '../../rules/recipient-lines.ts';
import { checkRecipientList, importRecipientList } from '../import/csv/import-recipients.ts';
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

const KNOWN = new Set<string>(['', ...recipientMeanings]);

/**
 * Checks a list of recipients and, unless it is a dry run, creates and updates them.
 * @throws {CommandError}
 */
export async function importRecipientsFile(
  services: Services,
  bytes: Uint8Array,
  options: ListOptions,
): Promise<ListResult> {
  const { organization, dryRun, preset, bad } = options;
  refuseOrderOptions(options, '--recipients');
  if (options.team !== undefined) throw new CommandError('--team belongs to --fleet.');
  await checkOrganization(services.database.reader, organization);
  const table = await readListFile(bytes, options.sheet);
  const meanings = guessRecipientMeanings(table.headings, await chosenMeanings(table, options, KNOWN));
  const onlyNew = options.onlyNew ?? false;
  const checked = await checkRecipientList(services, organization, table, meanings, onlyNew);
  if (preset !== undefined && !dryRun) await keepPreset(preset, table, meanings);
  const good = checked.filter(({ problems }) => problems.length === 0);
  const imported = dryRun
    ? undefined
    : await importRecipientList(services, organization, good, onlyNew, (done) =>
        console.error(`${done} of ${good.length} lines`),
      );
  const left = checked.filter(({ problems }) => problems.length > 0);
  const problems = [
    ...left.map((line) => ({ line, reason: line.problems.join(' ') })),
    ...(imported?.refused ?? []),
  ].sort((a, b) => a.line.number - b.line.number);
  if (bad !== undefined) await writeBadLines(bad, table, problems);
  const count = (outcome: 'created' | 'changed' | 'unchanged'): number =>
    imported?.[outcome] ?? good.filter((line) => line.outcome === outcome).length;
  return {
    columns: columnsOf(table, meanings),
    lines: [
      { lines: 'in the file', count: checked.length },
      { lines: imported ? 'became recipients' : 'would become recipients', count: count('created') },
      {
        lines: imported ? 'updated recipients' : 'would update recipients',
        count: count('changed'),
        why: 'Their phone numbers are known; --only-new leaves them as they are.',
      },
      { lines: 'known and unchanged', count: count('unchanged') },
      { lines: 'with problems', count: problems.length, why: 'They are left out; --bad FILE writes them.' },
    ],
    problems: problems.map(({ line, reason }) => ({ line: line.number, problem: reason })),
  };
}
