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
  id: Type.String({ description: 'ID of the session.' }),
  person: Type.Object(
    {
      id: Type.String({ description: 'ID of the person.' }),
      email: Nullable(Type.String(), { description: 'E-mail address; null if there is none.' }),
      emailVerified: Type.Boolean({ description: 'True if the person proved the address.' }),
      phone: Nullable(Type.String(), { description: 'Phone number in E.164 form; null if there is none.' }),
      secondFactor: Type.Boolean({ description: 'True if a second factor is turned on.' }),
    },
    { description: 'The person who is signed in.' },
  ),
  organization: Type.Object(
    {
      id: Type.String({ description: 'ID of the organization.' }),
      name: Type.String({ description: 'Name that people see.' }),
      country: Type.String({ description: 'ISO 3166-1 code, two letters.' }),
      timezone: Type.String({ description: 'IANA time zone.' }),
      colour: Nullable(Type.String(), { description: 'Its own colour as `#rrggbb`; null: none.' }),
    },
    { description: 'The organization that the session is for.' },
  ),
  /** By app; null: nothing for this person. */
  apps: Type.Object(
    {
      chat: Nullable(
        Type.Object({
          userId: Type.Integer({ description: 'ID of the chat user.' }),
          role: Type.Integer({
            description: '100: owner, 200: administrator, 300: moderator, 400: member, 600: guest.',
          }),
          fullName: Type.String({ description: 'Name that people see.' }),
        }),
        { description: 'Account in chat; null: none.' },
      ),
      dispatch: Nullable(
        Type.Object({
          administratorId: Type.String({ description: 'ID in the dispatch API.' }),
          isReadOnly: Type.Boolean({ description: 'True if the person may only read.' }),
        }),
        { description: 'Access to dispatch; null: none.' },
      ),
      driver: Nullable(Type.Object({ workerId: Type.String({ description: 'ID in the dispatch API.' }) }), {
        description: 'Account as a driver; null: none.',
      }),
    },
    { description: 'What the person can use.' },
  ),
  standing: Nullable(Type.Enum(['owner', 'administrator']), {
    description: 'Role of the person in the organization; null: neither owner nor administrator.',
  }),
  pushKey: Nullable(Type.String(), {
    description: 'Key with which this browser subscribes to pushes; null if none are sent.',
  }),
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
