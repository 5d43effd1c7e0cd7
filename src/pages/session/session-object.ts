import { type Static, Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { brandColourOf } from '../../dispatch/tracking/access.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { pushServices } from '../../platform/outbound/push/push-services.ts';
import { loadPerson } from '../../platform/people/access.ts';
import type { Services } from '../../platform/services.ts';
import type { Session } from '../../platform/sessions/session.ts';
import { accountsOf } from './accounts.ts';
import { organizationRoleOf } from './organization-role.ts';

/** Signed-in person and their apps. */
export const SessionObject = Type.Object({
  id: Type.String(),
  person: Type.Object({
    id: Type.String(),
    email: Nullable(Type.String()),
    emailVerified: Type.Boolean(),
    phone: Nullable(Type.String()),
    secondFactor: Type.Boolean(),
  }),
  organization: Type.Object({
    id: Type.String(),
    name: Type.String(),
    country: Type.String(),
    timezone: Type.String(),
    /** The organization's own colour, `#rrggbb`; null: it has set none. */
    colour: Nullable(Type.String()),
  }),
  /** By app; null: nothing for this person. */
  apps: Type.Object({
    chat: Nullable(Type.Object({ userId: Type.Integer(), role: Type.Integer(), fullName: Type.String() })),
    dispatch: Nullable(Type.Object({ administratorId: Type.String(), isReadOnly: Type.Boolean() })),
    driver: Nullable(Type.Object({ workerId: Type.String() })),
  }),
  /** Standing of people who manage the organization; null for others. */
  standing: Nullable(Type.Enum(['owner', 'administrator'])),
  /** The key that this browser subscribes to pushes with; null where none are sent. */
  pushKey: Nullable(Type.String()),
});

/** A session as its pages are shown it. */
export async function presentSession(services: Services, session: Session): Promise<Static<typeof SessionObject>> {
  const { reader } = services.database;
  const { organizationId, personId, credentialId } = session;
  const person = (await loadPerson(reader, organizationId, personId))!;
  const organization = (await findOrganization(reader, organizationId))!;
  const accounts = await accountsOf(uncachedFacts(reader.of(organizationId)), personId);
  const { chat, dispatch, driver } = accounts;
  const { isOwner, isAdministrator } = await organizationRoleOf(services, organizationId, accounts);
  return {
    id: credentialId,
    person: {
      id: personId,
      email: person.email,
      emailVerified: person.emailVerifiedAt !== null,
      phone: person.phone,
      secondFactor: person.secondFactorAt !== null,
    },
    organization: {
      id: organizationId,
      name: organization.name,
      country: organization.country,
      timezone: organization.timezone,
      colour: await brandColourOf(reader.of(organizationId)),
    },
    apps: { chat: chat ?? null, dispatch: dispatch ?? null, driver: driver ?? null },
    standing: isOwner ? 'owner' : isAdministrator ? 'administrator' : null,
    pushKey: pushServices(services).web?.publicKey ?? null,
  };
}
