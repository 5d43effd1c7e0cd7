import type { Command } from 'commander';
import { getCountries } from 'libphonenumber-js/max';
import { IANAZone } from 'luxon';
import { checkAddress } from './address-commands.ts';
import { CommandError } from './command.ts';
import { checkEmail, checkName, passwordFrom } from './input.ts';
import type { NewOrganization } from './organizations.ts';

/** Options of a command that makes an organization. */
export interface FoundingOptions {
  name: string;
  country: string;
  timezone: string;
  ownerEmail: string;
  ownerName: string;
  ownerPassword?: string;
  ownerPasswordStdin?: boolean;
  address?: string;
}

/** Adds the options of an import that makes an organization. @param ownerEmail what it says of the owner's address */
export function addFoundingOptions(command: Command, ownerEmail: string): Command {
  return command
    .option('--organization-name <name>', 'name of the new organization')
    .option('--country <CC>', 'ISO 3166-1 country, used to read phone numbers without a leading plus')
    .option('--timezone <TZ>', 'IANA time zone, such as Europe/Vienna')
    .option('--owner-email <email>', ownerEmail)
    .option('--owner-name <name>', 'full name of its owner')
    .option(
      '--owner-password <password>',
      "the owner's password; other users of the machine can see it on the command line",
    )
    .option('--owner-password-stdin', 'reads the password from the first line of standard input')
    .option('--address <name>', 'its label in front of the host of PUBLIC_URL; derived from the name if not given');
}

/**
 * Reads from the options what a new organization and its owner are.
 * @param nameOption the option that names the organization
 * @throws {CommandError}
 */
export async function readFoundingOptions(nameOption: string, options: FoundingOptions): Promise<NewOrganization> {
  const country = options.country.toUpperCase();
  if (!(getCountries() as string[]).includes(country))
    throw new CommandError(`--country must be an ISO 3166-1 country, not ${options.country}.`);
  if (!IANAZone.isValidZone(options.timezone))
    throw new CommandError(`--timezone must be an IANA time zone, not ${options.timezone}.`);
  const ownerPassword = await passwordFrom('--owner-password', options.ownerPassword, options.ownerPasswordStdin, [
    options.name,
    options.ownerName,
    options.ownerEmail,
  ]);
  return {
    name: checkName(nameOption, options.name),
    country,
    timezone: options.timezone,
    ownerEmail: checkEmail('--owner-email', options.ownerEmail),
    ownerName: checkName('--owner-name', options.ownerName),
    ownerPassword,
    ...(options.address === undefined ? {} : { address: checkAddress('--address', options.address) }),
  };
}
