import { findUserIdOfPerson } from '../../chat/users/access.ts';
import { accessAdministrator } from '../../dispatch/administrators/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';

/** The chat user who an administrator is as well; null: none. @param administratorId undefined: the organization's own key asks */
export async function findUserOfAdministrator(
  reader: Reader,
  facts: FactSource,
  administratorId: string | undefined,
): Promise<number | null> {
  if (administratorId === undefined) return null;
  const { personId } = await accessAdministrator(reader, administratorId);
  return findUserIdOfPerson(facts, personId);
}
