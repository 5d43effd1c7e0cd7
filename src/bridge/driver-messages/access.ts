import { findUserIdOfPerson } from '../../chat/users/access.ts';
import { findPersonIdOfWorker } from '../../dispatch/workers/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';

/** The chat user who a worker is as well; null: none. */
export async function findUserOfWorker(reader: Reader, facts: FactSource, workerId: string): Promise<number | null> {
  const personId = await findPersonIdOfWorker(reader, workerId);
  return personId === null ? null : findUserIdOfPerson(facts, personId);
}
