import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { RecipientRow } from './queries.ts';

/** A recipient as the API shows it (spec: dispatch 2). */
export const Recipient = Type.Object({
  id: Type.String({ description: 'ID of the recipient.' }),
  organization: Type.String({ description: "ID of the recipient's organization." }),
  timeCreated: Type.Integer({ description: 'When the recipient was created, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'When the recipient was last changed, in milliseconds since 1970.' }),
  name: Type.String({ description: 'Full name.' }),
  phone: Type.String({ description: 'Phone number in E.164 form, such as `+14155550123`.' }),
  notes: Type.String({ description: 'Notes for all tasks of the recipient; empty if there are none.' }),
  skipSMSNotifications: Type.Boolean({ description: 'True if the recipient gets no SMS.' }),
  language: Nullable(Type.String(), {
    description: "Language of SMS and the tracking page; null: the organization's.",
  }),
  metadata: described(MetadataList, 'Your own data on the recipient; empty if there are none.'),
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
