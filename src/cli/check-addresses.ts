import { isResolved } from '../pages/health/examine-public-url.ts';
import { type Finding, passOrFail } from '../pages/health/finding.ts';
import { hostsOf } from '../platform/organizations/addresses.ts';
import { listOrganizations } from '../platform/organizations/organizations.ts';
import type { Services } from '../platform/services.ts';

/** Names that are looked up at most. */
const MAX_NAMES = 50;

/** Whether the names at which organizations are reached are known, for `doctor`. Nothing is asked where they have none. */
export async function checkAddresses({ config, publicUrl, database }: Services): Promise<Finding> {
  const check = 'addresses';
  if (!config.organizationAddresses) return passOrFail(check, true, `off: all organizations use ${publicUrl()}`);
  const all = await listOrganizations(database.reader);
  const hosts = all.flatMap((addressing) => hostsOf(addressing, publicUrl()));
  // Browsers know these by themselves (RFC 6761, 6.3), other programs need not.
  const asked = hosts.filter((host) => !host.endsWith('.localhost')).slice(0, MAX_NAMES);
  const unknown = (await Promise.all(asked.map(async (host) => ((await isResolved(host)) ? [] : [host])))).flat();
  return passOrFail(
    check,
    unknown.length === 0,
    unknown.length === 0
      ? `${all.length} organizations, ${all.filter(({ domain }) => domain !== null).length} with their own domain`
      : `not found in DNS: ${unknown.join(', ')}`,
  );
}
