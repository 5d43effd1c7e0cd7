import { changedMetadata, newMetadata } from '../metadata/metadata.ts';
import type { RecipientInput, RecipientUpdate } from './input.ts';
import type { RecipientValues } from './queries.ts';

/** Returns the values of a new recipient. @throws {DispatchError} 1000 for metadata that is not valid */
export function newRecipientValues(body: RecipientInput, phone: string): RecipientValues {
  return {
    name: body.name,
    phone,
    notes: body.notes ?? '',
    skipSMSNotifications: body.skipSMSNotifications ?? false,
    language: body.language ?? null,
    metadata: newMetadata(body.metadata),
  };
}

/** Returns the values of a recipient after a change. @throws {DispatchError} 1000 for metadata that is not valid */
export function changedRecipientValues(values: RecipientValues, body: RecipientUpdate, phone: string): RecipientValues {
  return {
    name: body.name ?? values.name,
    phone,
    notes: body.notes === undefined ? values.notes : (body.notes ?? ''),
    skipSMSNotifications: body.skipSMSNotifications ?? values.skipSMSNotifications,
    language: body.language === undefined ? values.language : body.language,
    metadata: changedMetadata(values.metadata, body.metadata),
  };
}
