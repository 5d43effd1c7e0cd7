import type { Reader } from '../../platform/db/reader.ts';
import { badRequest } from '../http/errors.ts';
import type { ProfileField } from './profile-field.ts';
import { loadValues } from './queries.ts';

export { loadFields } from './queries.ts';

/** A person's values by field, as clients get them in `profile_data` (spec: chat 2, User). */
export type Profile = Record<string, { value: string; rendered_value?: string }>;

/** The profiles of people who have values, in one query. @param userIds undefined: of everybody */
export async function loadProfiles(reader: Reader, userIds?: readonly number[]): Promise<ReadonlyMap<number, Profile>> {
  const profiles = new Map<number, Profile>();
  for (const { userId, fieldId, value, rendered } of await loadValues(reader, userIds)) {
    const profile = profiles.get(userId) ?? {};
    profile[fieldId] = { value, ...(rendered === null ? {} : { rendered_value: rendered }) };
    profiles.set(userId, profile);
  }
  return profiles;
}

/** @throws {ChatError} `BAD_REQUEST` when the organization has no such field */
export function findField(fields: readonly ProfileField[], id: number): ProfileField {
  const field = fields.find((each) => each.id === id);
  if (!field) throw badRequest(`Field id ${id} not found.`);
  return field;
}
