import type { Reader } from '../../platform/db/reader.ts';
import { loadAdministratorOfUser } from './queries.ts';

/** The administrator for whom a chat user stands; null: none. */
export async function findAdministratorOfStandIn(
  reader: Reader,
  organizationId: string,
  userId: number,
): Promise<string | null> {
  return (await loadAdministratorOfUser(reader, organizationId, userId))?.id ?? null;
}
