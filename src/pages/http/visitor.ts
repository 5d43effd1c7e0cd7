import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuditActor, NOBODY } from '../../platform/db/audit-entry.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { loadPerson } from '../../platform/people/access.ts';
import type { Services } from '../../platform/services.ts';
import { askerOf, readSession } from '../../platform/sessions/read-session.ts';
import { accountsOf } from '../session/accounts.ts';
import { actorOfAccounts } from '../session/actor.ts';
import { organizationRoleOf } from '../session/organization-role.ts';
import { callApiAs } from './call-api.ts';
import type { PageAccess, Visitor } from './page.ts';

/** Returns the person signed in with a request's browser; undefined if there is none any more. */
export async function visitorOf(
  app: FastifyInstance,
  services: Services,
  request: FastifyRequest,
): Promise<Visitor | undefined> {
  const session = await readSession(services, request);
  if (!session) return undefined;
  request.asker = askerOf(session);
  const { reader } = services.database;
  const { organizationId, personId } = session;
  const person = await loadPerson(reader, organizationId, personId);
  const organization = await findOrganization(reader, organizationId);
  if (!person || !organization) return undefined;
  const accounts = await accountsOf(services.state.of(organizationId), personId);
  const { isAdministrator, isOwner } = await organizationRoleOf(services, organizationId, accounts);
  return { session, person, organization, accounts, isAdministrator, isOwner, api: callApiAs(app, request) };
}

/** Whether somebody may have a page. */
export function mayHave(access: PageAccess, { isAdministrator, isOwner }: Visitor): boolean {
  if (access === 'owner') return isOwner;
  return access !== 'administrator' || isAdministrator;
}

/** Returns the signed-in person for the audit log. */
export function actorOfVisitor(visitor: Visitor | undefined): AuditActor {
  if (!visitor) return NOBODY;
  return actorOfAccounts(visitor.organization.id, visitor.accounts);
}
