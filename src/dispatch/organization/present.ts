import { type Static, Type } from 'typebox';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { Nullable } from '../http/validate.ts';

/** The caller's organization (D.2). */
export const OwnOrganization = Type.Object({
  id: Type.String({ description: 'ID of the organization.' }),
  timeCreated: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'When it last changed, in milliseconds since 1970.' }),
  name: Type.String({ description: 'Name that people see.' }),
  email: Type.String({ description: 'E-mail address of the organization.' }),
  image: Nullable(Type.String(), { description: 'Address of the logo; null if there is none.' }),
  timezone: Type.String({ description: 'IANA time zone.' }),
  country: Type.String({ description: 'ISO 3166-1 code, two letters.' }),
  delegatees: Type.Array(Type.String(), { description: 'IDs of the organizations that may execute tasks for it.' }),
  driverSupportEmail: Nullable(Type.String(), {
    description: 'E-mail address where drivers get help; null if there is none.',
  }),
});

/** Another organization, as one that it works for sees it. */
export const Delegatee = Type.Object({
  id: Type.String({ description: 'ID of the organization.' }),
  name: Type.String({ description: 'Name that people see.' }),
  email: Type.String({ description: 'E-mail address of the organization.' }),
  timezone: Type.String({ description: 'IANA time zone.' }),
  country: Type.String({ description: 'ISO 3166-1 code, two letters.' }),
  driverSupportEmail: Nullable(Type.String(), {
    description: 'E-mail address where drivers get help; null if there is none.',
  }),
  isFulfillment: Type.Boolean({ description: 'True if it executes tasks for others.' }),
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
