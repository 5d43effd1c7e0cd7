import type { Reader } from '../../platform/db/reader.ts';
import type { Services } from '../../platform/services.ts';
import { ChatError } from '../http/errors.ts';
import { emailDomainRule } from '../realm-domains/access.ts';
import type { Realm } from '../realms/access.ts';
import { usersByEmails } from '../users/access.ts';
import { checkNewEmail } from '../users/names.ts';
import type { RefusedAddress } from './failure.ts';

/** The addresses of a text, each once; `Name <address>` is an address too. */
export function splitAddresses(given: string): string[] {
  const addresses = given
    .split(/[,\n]/)
    .map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim())
    .filter((address) => address !== '');
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}

const INVALID = 'Invalid address.';
const OUTSIDE = 'Outside your domain.';
/** Reasons that are those of an address itself, whoever has it. */
export const unusable: ReadonlySet<string> = new Set([INVALID, OUTSIDE]);

/** Splits addresses into those that can be invited and those that cannot, with the reason. */
export async function sortAddresses(
  reader: Reader,
  services: Services,
  realm: Realm,
  addresses: readonly string[],
): Promise<{ invitees: string[]; refused: RefusedAddress[] }> {
  const accounts = await usersByEmails(reader, addresses);
  const isOfTheirs = await emailDomainRule(reader, realm);
  const invitees: string[] = [];
  const refused: RefusedAddress[] = [];
  for (const address of addresses) {
    const account = accounts.get(address.toLowerCase());
    if (!isUsable(services, address)) refused.push([address, INVALID, false]);
    else if (!account && !isOfTheirs(address)) refused.push([address, OUTSIDE, false]);
    else if (!account) invitees.push(address);
    else if (account.isActive) refused.push([address, 'Already has an account.', false]);
    else refused.push([address, 'Account has been deactivated.', true]);
  }
  return { invitees, refused };
}

function isUsable(services: Services, address: string): boolean {
  try {
    checkNewEmail(services, address);
    return true;
  } catch (error) {
    if (error instanceof ChatError) return false;
    throw error;
  }
}
