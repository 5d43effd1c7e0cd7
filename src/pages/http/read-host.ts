import { organizationAt, WrongHost } from '../../platform/organizations/hosts.ts';
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
