import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { AdministratorRow } from './queries.ts';

/** An administrator as the API shows it (spec: dispatch 2; client: gonfleet reads `isAccountOwner`). */
export const Administrator = Type.Object({
  id: Type.String(),
  timeCreated: Type.Integer(),
  timeLastModified: Type.Integer(),
  organization: Type.String(),
  email: Type.String(),
  type: Type.Enum(['super', 'standard']),
  name: Type.String(),
  isActive: Type.Boolean(),
  isReadOnly: Type.Boolean(),
  isAccountOwner: Type.Boolean(),
  phone: Nullable(Type.String()),
  teams: Type.Array(Type.String()),
  metadata: MetadataList,
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
