import { doCreateUser } from '../../chat/accounts/actions.ts';
import { Role } from '../../chat/http/caller.ts';
import { doStartNotifications } from '../../chat/notifications/actions.ts';
import { doCreateRealm } from '../../chat/realms/actions.ts';
import { doCreateSuperAdministrator } from '../../dispatch/administrators/actions.ts';
import { doStartTaskHistory } from '../../dispatch/tasks/history/actions.ts';
import { doCreateWebhookSecret } from '../../dispatch/webhooks/actions.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { doCreateOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';

/** Data for a new organization. */
export interface Founding {
  name: string;
  /** Its own before the server's host; undefined: one after its name. */
  address?: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IANA time zone. */
  timezone: string;
  /** In which it writes to its people, until it chooses another one; undefined: English. */
  language?: string;
  ownerEmail: string;
  ownerName: string;
  /** In the form of `hashPassword`. */
  ownerPasswordHash: string;
}

/** Result of creating an organization. */
export interface Founded {
  organizationId: string;
  address: string;
  userId: number;
  administratorId: string;
}

/** Makes an organization with both sides; its owner is chat owner and the one super administrator of dispatch. */
export async function doFoundOrganization(plain: PlainTx, services: Services, given: Founding): Promise<Founded> {
  const { name, country, timezone, ownerName, ownerEmail: email } = given;
  const wanted = {
    ...(given.address !== undefined && { address: given.address }),
    ...(given.language !== undefined && { language: given.language }),
  };
  const { id: organizationId, address } = await doCreateOrganization(plain, services, {
    name,
    email,
    country,
    timezone,
    ...wanted,
  });
  const tx = plain.of(organizationId);
  await doCreateRealm(tx, country);
  await doStartNotifications(tx);
  await doStartTaskHistory(tx);
  const userId = await doCreateUser(tx, {
    organizationId,
    email,
    fullName: ownerName,
    role: Role.owner,
    passwordHash: given.ownerPasswordHash,
    // The founder's address is trusted.
    isEmailVerified: true,
    botType: null,
    botOwnerId: null,
  });
  const administratorId = await doCreateSuperAdministrator(tx, { name: ownerName, email });
  await doCreateWebhookSecret(tx, services.secrets);
  return { organizationId, address, userId, administratorId };
}
