import { doCreateUser } from '../../chat/accounts/actions.ts';
import { Role } from '../../chat/http/caller.ts';
import { doStartNotifications } from '../../chat/notifications/actions.ts';
import { doCreateRealm } from '../../chat/realms/actions.ts';
import { doCreateSuperAdministrator } from '../../dispatch/administrators/actions.ts';
import { doCreateWebhookSecret } from '../../dispatch/webhooks/actions.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import type { UserId } from '../../platform/ids.ts';
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
  ownerEmail: string;
  ownerName: string;
  /** In the form of `hashPassword`. */
  ownerPasswordHash: string;
}

/** Result of creating an organization. */
export interface Founded {
  organizationId: string;
  address: string;
  userId: UserId;
  administratorId: string;
}

/** Makes an organization with both sides; its owner is chat owner and the one super administrator of dispatch. */
export async function doFoundOrganization(tx: PlainTx, { secrets }: Services, given: Founding): Promise<Founded> {
  const { name, country, timezone, ownerName, ownerEmail: email } = given;
  const wanted = given.address === undefined ? {} : { address: given.address };
  const { id: organizationId, address } = await doCreateOrganization(tx, { name, email, country, timezone, ...wanted });
  await doCreateRealm(tx.of(organizationId));
  await doStartNotifications(tx.of(organizationId));
  const userId = await doCreateUser(tx.of(organizationId), {
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
  const administratorId = await doCreateSuperAdministrator(tx.of(organizationId), {
    name: ownerName,
    email,
  });
  await doCreateWebhookSecret(tx.of(organizationId), secrets);
  return { organizationId, address, userId, administratorId };
}
