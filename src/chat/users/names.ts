import { isEmailAddress } from '../../platform/people/email.ts';
import type { Services } from '../../platform/services.ts';
import { badRequest } from '../http/errors.ts';
import { realmHost } from '../settings/address.ts';
import { limits } from '../settings/realm-settings.ts';
import { dummyHosts } from './access.ts';
import { userIdOfDummyEmail } from './email.ts';

/**
 * Characters that a mention or a quoted address would trip over; ends of lines; and what nobody sees, which turns the text
 * behind a name around, or makes of it another name that looks the same. Joiners and the choice of a picture are for scripts
 * and emoji that have them.
 */
const FORBIDDEN =
  /[[*`\\>"@\u2800\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0e\ufe0f]]|(?<![\p{M}\p{Lo}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d\ufe0e\ufe0f]|\|\d+$/v;

/**
 * A full name as it is kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkFullName(given: string): string {
  const name = given.trim();
  const length = [...name].length;
  if (length > limits.maxFullNameLength) throw badRequest('Name too long!');
  if (length < 2) throw badRequest('Name too short!');
  if (FORBIDDEN.test(name)) throw badRequest('Invalid characters in name!');
  return name;
}

/**
 * An address that an account can have. A dummy address is nobody's own: it stands for somebody already. What comes to the
 * domain of incoming mail becomes messages: notices to an account there would be posted, and give new ones without end.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkNewEmail(
  services: Pick<Services, 'publicUrl' | 'earlierHosts' | 'config'>,
  given: string,
): string {
  const email = given.trim();
  const host = email.slice(email.indexOf('@') + 1).toLowerCase();
  const isOfOrganization = services.config.organizationAddresses && host.endsWith(`.${realmHost(services)}`);
  const hosts = isOfOrganization ? [...dummyHosts(services), host] : dummyHosts(services);
  const isDummy = userIdOfDummyEmail(email, hosts) !== undefined;
  const isIncoming = host === services.config.mailDomain?.toLowerCase();
  if (!isEmailAddress(email) || isDummy || isIncoming) throw badRequest('Enter a valid email address.');
  return email;
}
