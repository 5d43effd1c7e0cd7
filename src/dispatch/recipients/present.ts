import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { RecipientRow } from './queries.ts';

/** A recipient as the API shows it (spec: dispatch 2). */
export const Recipient = Type.Object({
  id: Type.String(),
  organization: Type.String(),
  timeCreated: Type.Integer(),
  timeLastModified: Type.Integer(),
  name: Type.String(),
  phone: Type.String(),
  notes: Type.String(),
  skipSMSNotifications: Type.Boolean(),
  language: Nullable(Type.String(), {
    description: "Language of SMS and the tracking page; null: the organization's.",
  }),
  metadata: MetadataList,
});
export type Recipient = Static<typeof Recipient>;

export function presentRecipient(row: RecipientRow): Recipient {
  return {
    id: row.id,
    organization: row.organizationId,
    timeCreated: row.createdAt.getTime(),
    timeLastModified: row.modifiedAt.getTime(),
    name: row.name,
    phone: row.phone,
    notes: row.notes,
    skipSMSNotifications: row.skipSMSNotifications,
    language: row.language,
    metadata: row.metadata,
  };
}
