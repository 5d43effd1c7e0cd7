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
