import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { OnfleetApi, readSourceUrl } from '../import/onfleet/api.ts';
import { readFleet, type SourceFleet } from '../import/onfleet/read-fleet.ts';
import { checkFleet, importFleetFrom } from '../import/onfleet/write-fleet.ts';
import type { FoundOrganization } from '../import/run-import.ts';
import type { Config } from '../platform/config.ts';
import type { ImportReportRow } from '../platform/imports/import-run.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { addFoundingOptions, type FoundingOptions } from './founding-input.ts';
import type { ImportWays } from './import-hubbub.ts';
import { checkEmail } from './input.ts';
import type { NewOrganization } from './organizations.ts';
import { checkOrganization } from './people.ts';

interface OnfleetOptions extends Partial<Omit<FoundingOptions, 'name'>> {
  url: string;
  keyFile?: string;
  organization?: string;
  organizationName?: string;
  dryRun?: boolean;
  json?: boolean;
}

/** Functions that the command shares with those of archives. */
interface Ways extends ImportWays {
  foundingOf(options: OnfleetOptions): Promise<NewOrganization | undefined>;
  founder(services: Services, given: NewOrganization): FoundOrganization;
}

/** `import onfleet` */
export function addImportOnfleetCommand(imports: Command, config: Config, ways: Ways): void {
  const command = imports
    .command('onfleet')
    .description(
      'Imports a fleet from a server that speaks the dispatch API: Onfleet, or another Hubbub. IDs are kept, and nobody is notified. Run it again to continue an interrupted import.',
    )
    .requiredOption('--url <url>', 'address of the other server, such as https://dispatch.example.com')
    .option('--key-file <file>', 'file with the API key of the organization there; ONFLEET_KEY if not given')
    .option('--organization <id>', 'organization to import the fleet into; by default a new one is created');
  addFoundingOptions(command, 'e-mail address of its owner')
    .option('--dry-run', 'shows what would be imported, and writes nothing')
    .option('--json', 'print one JSON object')
    .action(async (options: OnfleetOptions) => {
      const { organization, dryRun, json } = options;
      if (organization !== undefined && options.organizationName !== undefined)
        throw new CommandError('Give either --organization or --organization-name.');
      const given = dryRun ? undefined : await ways.foundingOf(options);
      const key = await readKey(options.keyFile, config);
      const result = await ways.withRefusals(() =>
        withServices(config, async (services) => {
          if (organization !== undefined) await checkOrganization(services.database.reader, organization);
          const from = readSourceUrl(options.url);
          await using fleet = await readFleet(new OnfleetApi(from, key), (tasks) =>
            console.error(`${tasks} tasks read`),
          );
          if (dryRun) {
            const email = checkEmail('--owner-email', options.ownerEmail ?? 'nobody@example.com');
            const into = organization === undefined ? { ownerEmail: email } : { organizationId: organization };
            return printable(await checkFleet(services, fleet, into), fleet);
          }
          const found = given && ways.founder(services, given);
          const progress = ways.printCounts('records');
          const imported = await importFleetFrom(services, fleet, { found, into: organization, from, progress });
          return { organization_id: imported.organizationId, ...printable(imported.report, fleet) };
        }),
      );
      if (json) print(result, true);
      else {
        if ('organization_id' in result) print({ organization_id: result.organization_id }, false);
        print(result.rows, false);
        if (result.webhooks.length > 0) print(result.webhooks, false);
      }
    });
}

/** The table of the report, and the webhooks that stay behind, to make them again. */
const printable = (report: readonly ImportReportRow[], { webhooks }: SourceFleet) => ({
  rows: report.map(({ stays, why, ...row }) => ({ ...row, stays_behind: stays, ...(why === '' ? {} : { why }) })),
  webhooks: webhooks.map(({ name, url, trigger }) => ({ webhook: name ?? '', trigger, url })),
});

/**
 * Reads the key of the organization there. It is never printed.
 * @throws {CommandError}
 */
async function readKey(file: string | undefined, { onfleetKey }: Config): Promise<string> {
  const text = file === undefined ? (onfleetKey ?? '') : await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new CommandError('The file of --key-file cannot be read.');
  const key = text.trim();
  if (key === '') throw new CommandError('The API key is missing. Give --key-file or set ONFLEET_KEY.');
  if (!/^[\x21-\x7e]{1,500}$/.test(key)) throw new CommandError('The API key must be one word on one line.');
  return key;
}
