import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { AdministratorRow } from './queries.ts';

/** An administrator as the API shows it (spec: dispatch 2; client: gonfleet reads `isAccountOwner`). */
export const Administrator = Type.Object({
  id: Type.String({ description: 'ID of the administrator.' }),
  timeCreated: Type.Integer({ description: 'Time of creation, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'Time of the last change, in milliseconds since 1970.' }),
  organization: Type.String({ description: 'ID of the organization that owns it.' }),
  email: Type.String({ description: 'Address to which the invitation and notices go.' }),
  type: Type.Enum(['super', 'standard'], {
    description: '`super` for the creator of the organization, `standard` for a dispatcher.',
  }),
  name: Type.String({ description: 'Full name of the administrator.' }),
  isActive: Type.Boolean({ description: 'True once the administrator has completed the registration.' }),
  isReadOnly: Type.Boolean({ description: 'True if the administrator can only read.' }),
  isAccountOwner: Type.Boolean({ description: 'True for the owner of the account.' }),
  phone: Nullable(Type.String(), { description: 'Phone number; null if there is none.' }),
  teams: Type.Array(Type.String(), { description: 'IDs of the teams that the administrator manages.' }),
  metadata: described(MetadataList, 'Your own data on the object; empty if there are none.'),
});

export function presentAdministrator(row: AdministratorRow): Static<typeof Administrator> {
  return {
    id: row.id,
    timeCreated: row.createdAt.getTime(),
    timeLastModified: row.modifiedAt.getTime(),
    organization: row.organizationId,
    email: row.email,
    type: row.type,
    name: row.name,
    isActive: row.isActive,
    isReadOnly: row.isReadOnly,
    isAccountOwner: row.type === 'super',
    phone: row.phone,
    teams: row.teams,
    metadata: row.metadata,
  };
}
