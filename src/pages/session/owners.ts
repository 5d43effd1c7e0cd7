import { isSuperAdministrator } from '../../dispatch/administrators/sight.ts';
import type { Services } from '../../platform/services.ts';
import { accountsOf } from './accounts.ts';
import { organizationRoleOf } from './organization-role.ts';

/** Whether an organization is somebody's own: of who asks with a key, the super administrator's. */
export async function isOwner(
  services: Services,
  organizationId: string,
  who: { administratorId: string } | { personId: string },
): Promise<boolean> {
  if ('administratorId' in who) return isSuperAdministrator(services.state, organizationId, who.administratorId);
  const accounts = await accountsOf(services.state.of(organizationId), who.personId);
  return (await organizationRoleOf(services, organizationId, accounts)).isOwner;
}
