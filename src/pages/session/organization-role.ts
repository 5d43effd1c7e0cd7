import { Role } from '../../chat/http/caller.ts';
import { superAdministratorOf } from '../../dispatch/administrators/access.ts';
import type { Services } from '../../platform/services.ts';
import type { Accounts } from './accounts.ts';

/** Whether somebody manages the organization, and whether it is theirs: its owner in chat, or the super administrator. */
export interface OrganizationRole {
  isAdministrator: boolean;
  isOwner: boolean;
}

/** Returns the standing in the organization of a person with these accounts. */
export async function organizationRoleOf(
  { database }: Pick<Services, 'database'>,
  organizationId: string,
  { chat, dispatch }: Accounts,
): Promise<OrganizationRole> {
  // By the organization's side: the administrator may have been deleted since the accounts were read.
  const isSuper =
    dispatch !== undefined &&
    (await superAdministratorOf(database.reader.of(organizationId))) === dispatch.administratorId;
  const isOwner = chat?.role === Role.owner || isSuper;
  return { isOwner, isAdministrator: isOwner || chat?.role === Role.administrator };
}
