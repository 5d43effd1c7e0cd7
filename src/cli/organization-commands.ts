import type { Command } from 'commander';
import { getCountries } from 'libphonenumber-js/max';
import { IANAZone } from 'luxon';
import type { Config } from '../platform/config.ts';
import { doAllowPasswords } from '../platform/people/actions.ts';
import { FACTOR_DEMANDS } from '../platform/people/factor-demand.ts';
import { addAddressCommands, checkAddress } from './address-commands.ts';
import { CommandError, print, withServices } from './command.ts';
import { addDeleteOrganizationCommand } from './delete-organization.ts';
import { addExportOrganizationCommand } from './export-organization.ts';
import { checkEmail, checkName, passwordFrom } from './input.ts';
import { createOrganization, delegateTasks, demandSecondFactor, revokeDelegation } from './organizations.ts';
import { checkOrganization } from './people.ts';

interface CreateOptions {
  name: string;
  country: string;
  timezone: string;
  ownerEmail: string;
  ownerName: string;
  ownerPassword?: string;
  ownerPasswordStdin?: boolean;
  address?: string;
  json?: boolean;
}

interface DelegateOptions {
  organization: string;
  to: string;
  fulfillment?: boolean;
  revoke?: boolean;
  json?: boolean;
}

/** `org create`, `org address`, `org domain`, `org passwords`, `org second-factor`, `org export`, `org delete`, `org delegate` */
export function addOrganizationCommands(program: Command, config: Config): void {
  const org = program.command('org').description('Organizations: each is a chat realm and a dispatch organization.');
  org
    .command('create')
    .description('Makes an organization with its owner, API keys and webhook secret.')
    .requiredOption('--name <name>', 'name of the organization')
    .requiredOption('--country <CC>', 'ISO 3166-1 country: how phone numbers without a plus are read')
    .requiredOption('--timezone <TZ>', 'IANA time zone, such as Europe/Vienna')
    .requiredOption('--owner-email <email>', 'e-mail address of its owner')
    .requiredOption('--owner-name <name>', 'full name of its owner')
    .option('--owner-password <password>', "the owner's password; other users of the machine can see it there")
    .option('--owner-password-stdin', 'the password is the first line of standard input')
    .option('--address <name>', 'its part before the host of PUBLIC_URL; else one after its name')
    .option('--json', 'print one JSON object')
    .action(async (options: CreateOptions) => {
      const country = options.country.toUpperCase();
      if (!(getCountries() as string[]).includes(country))
        throw new CommandError(`--country ${options.country} is not an ISO 3166-1 country.`);
      if (!IANAZone.isValidZone(options.timezone))
        throw new CommandError(`--timezone ${options.timezone} is not an IANA time zone.`);
      const ownerPassword = await passwordFrom('--owner-password', options.ownerPassword, options.ownerPasswordStdin, [
        options.name,
        options.ownerName,
        options.ownerEmail,
      ]);
      const given = {
        name: checkName('--name', options.name),
        country,
        timezone: options.timezone,
        ownerEmail: checkEmail('--owner-email', options.ownerEmail),
        ownerName: checkName('--owner-name', options.ownerName),
        ownerPassword,
        ...(options.address === undefined ? {} : { address: checkAddress('--address', options.address) }),
      };
      const created = await withServices(config, (services) => createOrganization(services, given), {
        mayInstall: true,
      });
      print(created, options.json);
    });
  addAddressCommands(org, config);
  addPasswordCommand(org, config);
  addSecondFactorCommand(org, config);
  addExportOrganizationCommand(org, config);
  addDeleteOrganizationCommand(org, config);
  org
    .command('delegate')
    .description('Lets an organization name another one as merchant and executor of its tasks.')
    .requiredOption('--organization <id>', 'whose tasks they are')
    .requiredOption('--to <id>', 'the organization that works for it')
    .option('--fulfillment', 'the other one also fulfils orders')
    .option('--revoke', 'it no longer works for it; tasks that it has already stay with it')
    .option('--json', 'print one JSON object')
    .action(async ({ organization, to, fulfillment = false, revoke = false, json }: DelegateOptions) => {
      const done = await withServices<object>(config, (services) =>
        revoke
          ? revokeDelegation(services, { organization, to })
          : delegateTasks(services, { organization, to, fulfillment }),
      );
      print(done, json);
    });
}

/** `org passwords` */
function addPasswordCommand(org: Command, config: Config): void {
  org
    .command('passwords')
    .description('Says whether the people of an organization may sign in by password.')
    .requiredOption('--organization <id>')
    .requiredOption('--allow <on|off>', 'off: only by what else is set up; devices that are signed in stay so')
    .option('--json', 'print one JSON object')
    .action(async ({ organization, allow, json }: { organization: string; allow: string; json?: boolean }) => {
      if (allow !== 'on' && allow !== 'off') throw new CommandError('--allow must be on or off.');
      await withServices(config, ({ database }) =>
        database.transaction(async (tx) => {
          await checkOrganization(tx, organization);
          await doAllowPasswords(tx, organization, allow === 'on');
        }),
      );
      print({ organization_id: organization, passwords: allow === 'on' }, json);
    });
}

/** `org second-factor` */
function addSecondFactorCommand(org: Command, config: Config): void {
  org
    .command('second-factor')
    .description('Says of whom an organization demands a second factor; who has none sets one up at the next sign-in.')
    .requiredOption('--organization <id>')
    .requiredOption('--of <whom>', `${FACTOR_DEMANDS.join('|')}; staff: all but those who only drive`)
    .option('--json', 'print one JSON object')
    .action(async ({ organization, of, json }: { organization: string; of: string; json?: boolean }) => {
      print(await withServices(config, (services) => demandSecondFactor(services, organization, of)), json);
    });
}
