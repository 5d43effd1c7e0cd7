import type { Reader } from '../../platform/db/reader.ts';
import { loadAdministratorOfUser } from './queries.ts';

/** The administrator for whom a chat user stands; null: none. */
export async function findAdministratorOfStandIn(reader: Reader, userId: number): Promise<string | null> {
  return (await loadAdministratorOfUser(reader, userId))?.id ?? null;
}
