import { Role } from '../../chat/http/caller.ts';
import { accessAdministrator } from '../../dispatch/administrators/access.ts';
import type { Services } from '../../platform/services.ts';
import type { Accounts } from './accounts.ts';

/** Whether somebody manages the organization, and whether it is theirs: its owner in chat, or the super administrator. */
export interface OrganizationStanding {
  isAdministrator: boolean;
  isOwner: boolean;
}

/** How somebody with these accounts stands to their organization. */
export async function organizationStandingOf(
  { database }: Pick<Services, 'database'>,
  organizationId: string,
  { chat, dispatch }: Accounts,
): Promise<OrganizationStanding> {
  const administrator =
    dispatch && (await accessAdministrator(database.reader, organizationId, dispatch.administratorId));
  const isOwner = chat?.role === Role.owner || administrator?.type === 'super';
  return { isOwner, isAdministrator: isOwner || chat?.role === Role.administrator };
}
