import type { Command } from 'commander';
import { inviteWorkersForCli } from '../dispatch/worker-invitations/invite-for-cli.ts';
import { ArchiveError } from '../import/archive/archive.ts';
import { openArchive } from '../import/archive/open-archive.ts';
import { type ArchiveImport, type FoundOrganization, runImport } from '../import/run-import.ts';
import type { ImportSource } from '../import/source.ts';
import { ARCHIVE_PROGRAMS, type ArchiveProgram } from '../import/sources.ts';
import { ImportHasNotEnded, inviteImportedPeople } from '../pages/imported-people/actions.ts';
import { doFoundOrganization } from '../pages/organizations/found-organization.ts';
import type { Config } from '../platform/config.ts';
import { openImportRunOf } from '../platform/imports/access.ts';
import { doRenewImportToken } from '../platform/imports/actions.ts';
import { isOpenOrganization } from '../platform/organizations/hosts.ts';
import { hashPassword } from '../platform/people/passwords.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { addFoundingOptions, type FoundingOptions, readFoundingOptions } from './founding-input.ts';
import { collectGarbage } from './give-back-memory.ts';
import { addImportHubbubCommand } from './import-hubbub.ts';
import { addImportListCommand } from './import-list.ts';
import { addImportOnfleetCommand } from './import-onfleet.ts';
import { checkWholeNumber } from './input.ts';
import type { NewOrganization } from './organizations.ts';
import { checkOrganization } from './people.ts';

interface ImportOptions extends Partial<Omit<FoundingOptions, 'name'>> {
  organizationName?: string;
  dryRun?: boolean;
  json?: boolean;
}

/** `import slack`, `import zulip`, `import hubbub`, `import onfleet`, `import csv`, `import invite`, `import page` */
export function addImportCommands(program: Command, config: Config): void {
  const imports = program
    .command('import')
    .description(
      "Imports a team's history from another chat into a new organization, a fleet from another server, or orders from a list.",
    );
  for (const [name, program] of Object.entries(ARCHIVE_PROGRAMS))
    addImportCommand(imports, config, { ...program, name });
  addImportHubbubCommand(imports, config, { withRefusals, printCounts });
  addImportOnfleetCommand(imports, config, { withRefusals, printCounts, foundingOf, founder });
  addImportListCommand(imports, config);
  addPageCommand(imports, config);
  addInviteCommand(imports, config);
}

/** `import invite` */
function addInviteCommand(imports: Command, config: Config): void {
  imports
    .command('invite')
    .description('Invites imported people by e-mail, or imported workers by SMS. Until then they cannot sign in.')
    .requiredOption('--organization <id>')
    .option('--workers', 'invites workers of an imported fleet who were never invited, by SMS')
    .option('--batch <number>', 'maximum number of people to invite', '200')
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: string; workers?: boolean; batch: string; json?: boolean }) => {
      const { organization } = options;
      const batch = checkWholeNumber('--batch', options.batch, 1, 10_000);
      const invite = options.workers ? inviteImportedWorkers : inviteImportedPeople;
      const invited = await withServices(config, async (services) => {
        await checkOrganization(services.database.reader, organization);
        return withRefusals(() => invite(services, organization, batch));
      });
      print(invited, options.json);
    });
}

/** Invites workers of an imported fleet. @throws {ImportHasNotEnded} */
export async function inviteImportedWorkers(
  services: Services,
  organizationId: string,
  batch: number,
): Promise<{ invited: number; waiting: number }> {
  if (!(await isOpenOrganization(services.database.reader, organizationId))) throw new ImportHasNotEnded();
  return inviteWorkersForCli(services, organizationId, batch);
}

/** `import page` */
function addPageCommand(imports: Command, config: Config): void {
  imports
    .command('page')
    .description('Prints a new address for the page of an import that was begun in a browser.')
    .requiredOption('--organization <id>')
    .option('--json', 'print one JSON object')
    .action(async ({ organization, json }: { organization: string; json?: boolean }) => {
      const url = await withServices(config, (services) => renewImportPage(services, organization));
      print({ url }, json);
    });
}

/**
 * Makes a new address for the page of an import; the one before opens nothing any more.
 * @throws {CommandError} when nothing is imported into the organization, or by a command
 */
export async function renewImportPage({ database, publicUrl }: Services, organizationId: string): Promise<string> {
  const run = await openImportRunOf(database.reader, organizationId);
  if (!run) throw new CommandError(`Nothing is being imported into ${organizationId}.`);
  // Its page could neither start nor upload anything.
  if (run.ownerUserId === null)
    throw new CommandError(`A command imports into ${organizationId}. Run that command again to continue.`);
  const token = await database.transaction((tx) => doRenewImportToken(tx, run.id));
  return `${publicUrl()}/move-in/${token}`;
}

function addImportCommand(
  imports: Command,
  config: Config,
  { name, title, open }: ArchiveProgram & { name: string },
): void {
  const command = imports
    .command(`${name} <archive>`)
    .description(
      `Imports ${title} (a zip or tar.gz file, or a folder with its files). Run it again to continue an interrupted import.`,
    );
  addFoundingOptions(command, 'e-mail address of its owner, who may be one of the imported people')
    .option('--dry-run', 'shows what would be imported, and writes nothing')
    .option('--json', 'print one JSON object')
    .action(async (file: string, options: ImportOptions) => {
      const given = options.dryRun ? undefined : await foundingOf(options);
      await withRefusals(async () => {
        await using archive = await openArchive(file);
        const source = await open(archive, config);
        if (options.dryRun) {
          const rows = readableReport(source);
          print(options.json ? { messages: source.total, rows } : rows, options.json);
          return;
        }
        const result = await withServices(config, (services) =>
          importSource(services, source, given, printCounts('messages')),
        );
        print(
          {
            organization_id: result.organizationId,
            messages: result.messages,
            continued_from: result.before,
            files_as_links: result.filesAsLinks,
          },
          options.json,
        );
      });
    });
}

/** Imports an archive that was read and checked. @param given undefined: an interrupted import is gone on with */
export function importSource(
  services: Services,
  source: ImportSource,
  given: NewOrganization | undefined,
  progress: (done: number, total: number) => void = () => {},
): Promise<ArchiveImport> {
  return runImport(services, source, { found: given && founder(services, given), progress });
}

function founder(services: Services, { ownerPassword, ...founding }: NewOrganization): FoundOrganization {
  return async (tx) => {
    const ownerPasswordHash = await hashPassword(services, { organizationId: undefined }, ownerPassword);
    const { organizationId, userId } = await doFoundOrganization(tx, services, { ...founding, ownerPasswordHash });
    return { organizationId, owner: { id: userId, email: founding.ownerEmail } };
  };
}

/** Reads what the new organization is; undefined if the command only continues an import. */
async function foundingOf(options: ImportOptions): Promise<NewOrganization | undefined> {
  const { organizationName: name, country, timezone, ownerEmail, ownerName, ...more } = options;
  if (name === undefined) return undefined;
  for (const [option, value] of Object.entries({
    country,
    timezone,
    'owner-email': ownerEmail,
    'owner-name': ownerName,
  }))
    if (value === undefined) throw new CommandError(`A new organization needs --${option}.`);
  return readFoundingOptions('--organization-name', {
    ...more,
    name,
    country: country!,
    timezone: timezone!,
    ownerEmail: ownerEmail!,
    ownerName: ownerName!,
  });
}

/** The table of a dry run. */
const readableReport = ({ report }: ImportSource) =>
  report.map(({ stays, why, ...row }) => ({ ...row, stays_behind: stays, ...(why === '' ? {} : { why }) }));

/** An archive that cannot be imported is refused in one sentence. */
async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ArchiveError || error instanceof ImportHasNotEnded ? new CommandError(error.message) : error;
  }
}

/** Messages after which garbage is collected: V8 would let garbage grow to some 600 MB (measured with 300,000). */
const COLLECT_MESSAGES = 10_000;
/** Interval of lines of progress. */
const LINE_MS = 2000;

/** Prints a line on standard error now and then: standard output belongs to the result. */
function printCounts(noun: string): (done: number, total: number) => void {
  let next = 0;
  let collected = 0;
  return (done, total) => {
    if (done - collected >= COLLECT_MESSAGES) {
      collected = done;
      collectGarbage();
    }
    if (Date.now() < next && done < total) return;
    next = Date.now() + LINE_MS;
    console.error(`${done} of ${total} ${noun}`);
  };
}
