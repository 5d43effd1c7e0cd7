import { findOnlyOrganization, organizationAt, WrongHost } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import type { PageRequest } from './page.ts';

/**
 * Returns the organization of a host.
 * @throws {WrongHost} if no organization has it
 */
export async function readHost(
  services: Services,
  host: string,
): Promise<Pick<PageRequest, 'organizationId' | 'isOfSeveral'>> {
  try {
    return { organizationId: await organizationAt(services, host), isOfSeveral: false };
  } catch (error) {
    if (error instanceof WrongHost && error.isServer) return { organizationId: undefined, isOfSeveral: true };
    throw error;
  }
}

/** Returns the name of the organization that a host stands for, or of the server's only one; undefined if it has several. */
export async function organizationNameAt(
  { database: { reader } }: Services,
  { organizationId, isOfSeveral }: Pick<PageRequest, 'organizationId' | 'isOfSeveral'>,
): Promise<string | undefined> {
  const id = organizationId ?? (isOfSeveral ? undefined : await findOnlyOrganization(reader));
  return id === undefined ? undefined : (await findOrganization(reader, id))?.name;
}
