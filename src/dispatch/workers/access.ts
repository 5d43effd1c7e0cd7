import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import { notFound } from '../http/errors.ts';
import { findWorker, findWorkerIdOfPerson, findWorkers, lockWorker, lockWorkers, type WorkerRow } from './queries.ts';

export { findPersonIdOfWorker, findWorkersOfTeams as workersOfTeams } from './queries.ts';

const workersOfPeople = defineFact('worker', ['dispatch.workers']);

export type { WorkerRow };

/** @throws {DispatchError} 1402 when the organization has no such worker */
export async function accessWorker(reader: Reader, id: string): Promise<WorkerRow> {
  const worker = await findWorker(reader, id);
  if (!worker) throw notFound('There is no such worker.');
  return worker;
}

/** Returns the name of a worker; null if there is no such worker any more. */
export async function nameOfWorker(reader: Reader, id: string): Promise<string | null> {
  return (await findWorker(reader, id))?.name ?? null;
}

/** The ID of the worker that a person is; null: none. Kept until somebody's account changes. */
export function findWorkerIdOf(facts: FactSource, personId: string): Promise<string | null> {
  return facts.read(
    workersOfPeople,
    personId,
    async (reader) => (await findWorkerIdOfPerson(reader, personId)) ?? null,
  );
}

/** As {@link accessWorker}, and nobody else changes it until the commit. */
export async function accessWorkerForUpdate(tx: Tx, id: string): Promise<WorkerRow> {
  const worker = await lockWorker(tx, id);
  if (!worker) throw notFound('There is no such worker.');
  return worker;
}

/**
 * The given workers' IDs, each once; none of them can be deleted until the commit.
 * @throws {DispatchError} 1402 when one does not exist in the organization
 */
export async function accessWorkers(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const uniqueIds = [...new Set(ids)];
  const known = new Set(await lockWorkers(tx, uniqueIds));
  const unknown = uniqueIds.find((id) => !known.has(id));
  if (unknown) throw notFound(`There is no worker ${unknown}.`);
  return uniqueIds;
}

/** Returns the organization's workers among the given IDs, by ID. */
export async function workersById(reader: Reader, ids: readonly string[]): Promise<Map<string, WorkerRow>> {
  if (ids.length === 0) return new Map();
  return new Map((await findWorkers(reader, ids)).map((row) => [row.id, row]));
}
