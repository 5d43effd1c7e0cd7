import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { onUniqueViolation } from '../platform/db/unique.ts';
import { upsertSmsNumber } from '../platform/outbound/sms/settings.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkOrganization } from './people.ts';

interface NumberOptions {
  organization: string;
  number?: string;
  shared?: boolean;
  json?: boolean;
}

/** `sms number` */
export function addSmsCommands(program: Command, config: Config): void {
  program
    .command('sms')
    .description('Manages SMS numbers of organizations.')
    .command('number')
    .description("Sets an organization's own SMS number, or lets it share SMS_FROM.")
    .requiredOption('--organization <id>')
    .option('--number <number>', 'number at the SMS provider, such as +14155550100')
    .option('--shared', "removes the organization's own number")
    .option('--json', 'print one JSON object')
    .action(async ({ organization, number, shared, json }: NumberOptions) => {
      if ((number === undefined) === !shared) throw new CommandError('Give either --number or --shared.');
      if (number !== undefined && !/^\+[1-9]\d{5,14}$/.test(number))
        throw new CommandError('--number must have the form +14155550100.');
      await withServices(config, ({ database }) =>
        database.transaction(
          async (tx) => {
            await checkOrganization(tx, organization);
            const details = { number: { to: number ?? null } };
            tx.audit({ organizationId: organization, action: 'organization.sms_number_changed', details });
            const written = upsertSmsNumber(tx, organization, number ?? null);
            await onUniqueViolation('sms_settings_number', written, () => {
              throw new CommandError('Another organization already uses this number.');
            });
          },
          { organizationId: organization },
        ),
      );
      print({ organization_id: organization, number: number ?? null }, json);
    });
}
