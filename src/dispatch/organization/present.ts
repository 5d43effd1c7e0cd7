import { type Static, Type } from 'typebox';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { Nullable } from '../http/validate.ts';

/** The caller's organization (D.2). */
export const OwnOrganization = Type.Object({
  id: Type.String(),
  timeCreated: Type.Integer(),
  timeLastModified: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  image: Nullable(Type.String()),
  timezone: Type.String(),
  country: Type.String(),
  delegatees: Type.Array(Type.String()),
  driverSupportEmail: Nullable(Type.String()),
});

/** Another organization, as one that it works for sees it. */
export const Delegatee = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  timezone: Type.String(),
  country: Type.String(),
  driverSupportEmail: Nullable(Type.String()),
  isFulfillment: Type.Boolean(),
});

export function presentOrganization(organization: Organization, delegatees: string[]): Static<typeof OwnOrganization> {
  return {
    id: organization.id,
    timeCreated: organization.createdAt.getTime(),
    timeLastModified: organization.modifiedAt.getTime(),
    name: organization.name,
    email: organization.email,
    image: organization.image,
    timezone: organization.timezone,
    country: organization.country,
    delegatees,
    driverSupportEmail: organization.driverSupportEmail,
  };
}

export function presentDelegatee(organization: Organization, isFulfillment: boolean): Static<typeof Delegatee> {
  return {
    id: organization.id,
    name: organization.name,
    email: organization.email,
    timezone: organization.timezone,
    country: organization.country,
    driverSupportEmail: organization.driverSupportEmail,
    isFulfillment,
  };
}
