import type { Command } from 'commander';
import { openArchive } from '../import/archive/open-archive.ts';
import { type HubbubExport, openExport } from '../import/hubbub/open-export.ts';
import { type ImportedExport, importExport, type OwnerPassword } from '../import/hubbub/write-export.ts';
import type { Config } from '../platform/config.ts';
import { lowerKeyOf } from '../platform/db/lower-key.ts';
import { loadTables } from '../platform/db/tables.ts';
import { loadNumberedColumns } from '../platform/export/access.ts';
import { hashPassword } from '../platform/people/passwords.ts';
import type { Services } from '../platform/services.ts';
import { checkAddress } from './address-commands.ts';
import { CommandError, print, withServices } from './command.ts';
import { passwordFrom } from './input.ts';

interface HubbubOptions {
  address?: string;
  ownerEmail?: string;
  ownerPassword?: string;
  ownerPasswordStdin?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** An import that prints its counts, and refuses archives in a sentence. */
export interface ImportWays {
  withRefusals<T>(work: () => Promise<T>): Promise<T>;
  /** @param noun what is counted */
  printCounts(noun: string): (done: number, total: number) => void;
}

/** `import hubbub` */
export function addImportHubbubCommand(imports: Command, config: Config, ways: ImportWays): void {
  imports
    .command('hubbub <archive>')
    .description(
      'Imports an organization that org export wrote. Its IDs are kept, unless it is already on this server. Run it again to continue an interrupted import.',
    )
    .option('--address <name>', 'its label in front of the host of PUBLIC_URL; the exported one if it is free')
    .option('--owner-email <email>', 'a person of the organization who gets a password, to sign in at once')
    .option('--owner-password <password>', 'their password; other users of the machine can see it on the command line')
    .option('--owner-password-stdin', 'reads the password from the first line of standard input')
    .option('--dry-run', 'shows what would be imported, and writes nothing')
    .option('--json', 'print one JSON object')
    .action(async (file: string, options: HubbubOptions) => {
      const { dryRun, json } = options;
      const address = options.address === undefined ? undefined : checkAddress('--address', options.address);
      const password = dryRun ? undefined : await passwordOf(options);
      const result = await ways.withRefusals(() =>
        withServices(config, async (services) => {
          await using archive = await openArchive(file);
          const source = await readExport(services, archive);
          if (dryRun) return { rows: source.total, tables: readableReport(source) };
          const owner = password && (await ownerWith(services, password));
          const progress = ways.printCounts('rows');
          return printable(await importExport(services, source, { address, owner, progress }));
        }),
      );
      print('tables' in result && !json ? result.tables : result, json);
    });
}

/** Reads and checks an export against the tables of this server. */
export async function readExport(
  { database }: Services,
  archive: Parameters<typeof openExport>[0],
): Promise<HubbubExport> {
  const [tables, numbered] = await Promise.all([loadTables(database.reader), loadNumberedColumns(database.reader)]);
  return openExport(archive, { tables, numbered });
}

const readableReport = ({ report }: HubbubExport) =>
  report.map(({ stays, why, ...row }) => ({ ...row, stays_behind: stays, ...(why === '' ? {} : { why }) }));

const printable = ({ organizationId, rows, before, isCopy }: ImportedExport) => ({
  organization_id: organizationId,
  rows,
  continued_from: before,
  ids: isCopy ? 'new' : 'kept',
});

/** @throws {CommandError} when one of both is not given */
async function passwordOf(options: HubbubOptions): Promise<{ email: string; password: string } | undefined> {
  const { ownerEmail: email, ownerPassword, ownerPasswordStdin } = options;
  const isGiven = ownerPassword !== undefined || ownerPasswordStdin === true;
  if (email === undefined && !isGiven) return undefined;
  if (email === undefined) throw new CommandError('A password needs --owner-email.');
  return { email, password: await passwordFrom('--owner-password', ownerPassword, ownerPasswordStdin, [email]) };
}

async function ownerWith(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<OwnerPassword> {
  return { email: lowerKeyOf(email), hash: await hashPassword(services, { organizationId: undefined }, password) };
}
