import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { doAllowPasswords } from '../platform/people/actions.ts';
import { FACTOR_DEMANDS } from '../platform/people/factor-demand.ts';
import { addAddressCommands } from './address-commands.ts';
import { CommandError, print, withServices } from './command.ts';
import { addDeleteOrganizationCommand } from './delete-organization.ts';
import { addExportOrganizationCommand } from './export-organization.ts';
import { type FoundingOptions, readFoundingOptions } from './founding-input.ts';
import { addMoveOrganizationCommand } from './move-organization.ts';
import { createOrganization, delegateTasks, demandSecondFactor, revokeDelegation } from './organizations.ts';
import { checkOrganization } from './people.ts';

interface CreateOptions extends FoundingOptions {
  json?: boolean;
}

interface DelegateOptions {
  organization: string;
  to: string;
  fulfillment?: boolean;
  revoke?: boolean;
  json?: boolean;
}

/** `org create`, `org address`, `org domain`, `org passwords`, `org second-factor`, `org export`, `org move`, `org delete`, `org delegate` */
export function addOrganizationCommands(program: Command, config: Config): void {
  const org = program
    .command('org')
    .alias('organization')
    .description('Manages organizations. Each is both a chat realm and a dispatch organization.');
  org
    .command('create')
    .description('Creates an organization with its owner, API keys and webhook secret.')
    .requiredOption('--name <name>', 'name of the organization')
    .requiredOption('--country <CC>', 'ISO 3166-1 country, used to read phone numbers without a leading plus')
    .requiredOption('--timezone <TZ>', 'IANA time zone, such as Europe/Vienna')
    .requiredOption('--owner-email <email>', 'e-mail address of its owner')
    .requiredOption('--owner-name <name>', 'full name of its owner')
    .option(
      '--owner-password <password>',
      "the owner's password; other users of the machine can see it on the command line",
    )
    .option('--owner-password-stdin', 'reads the password from the first line of standard input')
    .option('--address <name>', 'its label in front of the host of PUBLIC_URL; derived from the name if not given')
    .option('--json', 'print one JSON object')
    .action(async (options: CreateOptions) => {
      const given = await readFoundingOptions('--name', options);
      const created = await withServices(config, (services) => createOrganization(services, given), {
        mayInstall: true,
      });
      print(created, options.json);
    });
  addAddressCommands(org, config);
  addPasswordCommand(org, config);
  addSecondFactorCommand(org, config);
  addExportOrganizationCommand(org, config);
  addMoveOrganizationCommand(org, config);
  addDeleteOrganizationCommand(org, config);
  org
    .command('delegate')
    .description('Lets an organization assign tasks to another organization as merchant and executor.')
    .requiredOption('--organization <id>', 'organization that owns the tasks')
    .requiredOption('--to <id>', 'organization that executes them')
    .option('--fulfillment', 'the other organization also fulfils orders')
    .option('--revoke', 'ends the permission; tasks already assigned stay with the other organization')
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
    .description('Allows or forbids sign-in by password in an organization.')
    .requiredOption('--organization <id>')
    .requiredOption(
      '--allow <on|off>',
      'off: people sign in by the other configured methods; signed-in devices stay signed in',
    )
    .option('--json', 'print one JSON object')
    .action(async ({ organization, allow, json }: { organization: string; allow: string; json?: boolean }) => {
      if (allow !== 'on' && allow !== 'off') throw new CommandError('--allow must be on or off.');
      await withServices(config, ({ database }) =>
        database.transaction(
          async (tx) => {
            await checkOrganization(tx, organization);
            await doAllowPasswords(tx, organization, allow === 'on');
          },
          { organizationId: organization },
        ),
      );
      print({ organization_id: organization, passwords: allow === 'on' }, json);
    });
}

/** `org second-factor` */
function addSecondFactorCommand(org: Command, config: Config): void {
  org
    .command('second-factor')
    .description(
      'Sets who needs a second factor in an organization. People without one set it up at their next sign-in.',
    )
    .requiredOption('--organization <id>')
    .requiredOption('--of <whom>', `${FACTOR_DEMANDS.join('|')}; staff: everyone except people who only drive`)
    .option('--json', 'print one JSON object')
    .action(async ({ organization, of, json }: { organization: string; of: string; json?: boolean }) => {
      print(await withServices(config, (services) => demandSecondFactor(services, organization, of)), json);
    });
}
