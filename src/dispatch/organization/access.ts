import type { Reader } from '../../platform/db/reader.ts';
import { defineFact } from '../../platform/events/facts.ts';
import { findOrganization, type Organization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { notFound } from '../http/errors.ts';
import { findDelegatee, isDelegatee, listDelegatees } from './queries.ts';

const delegatees = defineFact('is a delegatee', ['dispatch.delegatees']);

export type { Organization };

/** The caller's own organization, or one that works for it: it is there as long as its keys and delegations are. */
export async function accessOrganization(reader: Reader): Promise<Organization> {
  const { organizationId } = reader;

  const organization = await findOrganization(reader, organizationId);
  if (!organization) throw new Error(`the organization ${organizationId} is gone`);
  return organization;
}

/**
 * An organization that works for the caller's: the caller's own, or one of its delegatees.
 * @throws {DispatchError} 1402 for every other one, whether it exists or not
 */
export async function accessDelegatee(
  reader: Reader,
  id: string,
): Promise<{ organization: Organization; isFulfillment: boolean }> {
  if (id === reader.organizationId) return { organization: await accessOrganization(reader), isFulfillment: false };
  const delegatee = await findDelegatee(reader, id);
  if (!delegatee) throw notFound('There is no such organization.');
  return {
    organization: await accessOrganization(reader.of(id)),
    isFulfillment: delegatee.isFulfillment,
  };
}

/** The organizations that work for the caller's now. */
export async function delegateesOf(reader: Reader): Promise<ReadonlySet<string>> {
  return new Set(await listDelegatees(reader));
}

/** Whether it may have tasks that other organizations had created; remembered until it changes. */
export function cachedIsDelegatee({ state }: Services, organizationId: string): Promise<boolean> {
  return state.of(organizationId).read(delegatees, '', (reader) => isDelegatee(reader));
}
