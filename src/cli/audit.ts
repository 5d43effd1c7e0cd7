import type { Command } from 'commander';
import { type AuditFilter, loadEntries } from '../platform/audit/access.ts';
import { auditCsv } from '../platform/audit/csv.ts';
import type { Config } from '../platform/config.ts';
import type { PlainReader } from '../platform/db/reader.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkWholeNumber } from './input.ts';
import { checkOrganization } from './people.ts';

interface Options {
  organization: string;
  lines: string;
  actor?: string;
  action?: string;
  object?: string;
  from?: string;
  to?: string;
  csv?: boolean;
  json?: boolean;
}

/** `audit`: the audit log of an organization. */
export function addAuditCommand(program: Command, config: Config): void {
  program
    .command('audit')
    .description('Shows who changed what in the administration of an organization, newest first.')
    .requiredOption('--organization <id>')
    .option('--lines <n>', 'number of entries', '50')
    .option('--actor <id>', 'only entries by this person, administrator, worker, bot or key')
    .option('--action <word>', 'only this action, such as webhook.created, or this group, such as webhook')
    .option('--object <id>', 'only entries about this object')
    .option('--from <time>', 'only entries from this time on, such as 2026-01-31 or 2026-01-31T12:00Z')
    .option('--to <time>', 'not after')
    .option('--csv', 'print all matching entries as CSV')
    .option('--json', 'print a JSON array')
    .action(async (options: Options) => {
      const lines = checkWholeNumber('--lines', options.lines, 1, 100_000);
      const { actor, action, object, from, to } = options;
      const filter = { actor, action, object, from: timeOf('--from', from), to: timeOf('--to', to) };
      await withServices(config, async ({ database: { reader } }) => {
        await checkOrganization(reader, options.organization);
        if (options.csv) await writeCsv(reader, options.organization, filter);
        else print(await auditList(reader, options.organization, filter, lines), options.json);
      });
    });
}

/** Returns the entries that `audit` shows. */
export async function auditList(reader: PlainReader, organizationId: string, filter: AuditFilter, lines: number) {
  const rows = await loadEntries(reader, organizationId, filter, undefined, lines);
  return rows.map(({ organizationId: _own, details, ...row }) => ({ ...row, details: JSON.stringify(details) }));
}

async function writeCsv(reader: PlainReader, organizationId: string, filter: AuditFilter): Promise<void> {
  for await (const text of auditCsv(reader, organizationId, filter).lines())
    if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

function timeOf(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const time = Date.parse(given);
  if (Number.isNaN(time)) throw new CommandError(`${option} must be a time such as 2026-01-31 or 2026-01-31T12:00Z.`);
  return time;
}
